import { moneySignals } from './money.ts';
import { operationSignals } from './operation.ts';
import { providerSignals } from './providers.ts';
import { securitySignals } from './security.ts';
import type { Signal } from './signal.ts';
import { textSignals } from './texts.ts';

/** The list by what it is about, in the order of the runbook. */
export const signalGroups = {
  Texts: textSignals,
  'Third parties': providerSignals,
  Operation: operationSignals,
  'Payments and costs': moneySignals,
  Security: securitySignals,
} as const;

const all = { ...textSignals, ...providerSignals, ...operationSignals, ...moneySignals, ...securitySignals };

export type SignalCode = keyof typeof all;

/**
 * All that needs a person. From this list follow a metric, a log event, an alert of the product itself, a rule for
 * Prometheus, a panel and an entry of the runbook; the files of the last three are written by `scripts/write-signals.ts`.
 */
export const signals: Readonly<Record<SignalCode, Signal>> = all;

export const signalCodes = Object.keys(all) as SignalCode[];

/** The name of the counter of a signal that is an event or is raised. */
export function signalMetric(code: SignalCode): string {
  return `askline_signal_${code}_total`;
}
