import type { Pool } from 'pg';
import { z } from 'zod';

import { crashPoint } from '#server/platform/crash-points.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import { type Carrier, ProviderError } from '#server/providers/ports.ts';

import { claimRedactions, type DueRedaction, postponeRedaction, settleRedaction } from './redact.repo.ts';

/** The job that removes what is due, every minute; calling it saves the wait. */
export const redactCopiesQueue = { name: 'redact-carrier-copies', payload: z.object({}) } as const;

export type RedactParts = { readonly pool: Pool; readonly carrier: Pick<Carrier, 'redact'>; readonly log: Log };

/** Claimed at once, of each direction; the carrier's budget says how many of them at the same time. */
const batch = 50;
const minute = 60_000;
/** Twilio may refuse for up to 14 days (error 20009); after that a person has to look. */
const triesMax = 40;

/** 1, 2, 4 … minutes, at most 12 hours: together more than the 14 days. */
export function redactionWaitMs(tries: number): number {
  return Math.min(minute * 2 ** (tries - 1), 12 * 60 * minute);
}

/**
 * Removes the carrier's copies of finished texts, both directions (decisions, "The provider's copies"). The due date is
 * on the text's row, so nothing is forgotten, whoever crashes. Works until nothing is due.
 */
export async function redactCarrierCopies(parts: RedactParts): Promise<void> {
  for (;;) {
    const due = await claimRedactions(parts.pool, batch);
    if (due.length === 0) return;
    const outcomes = await Promise.all(due.map((redaction) => redact(parts, redaction)));
    // The carrier wants a pause: the rest is as due later.
    if (outcomes.includes('paused')) return;
  }
}

type Outcome = 'gone' | 'kept' | 'paused';

async function redact({ pool, carrier, log }: RedactParts, redaction: DueRedaction): Promise<Outcome> {
  const { sid, tries } = redaction;
  const outcome = await tryRedact(carrier, sid, (error) => {
    const fields = { event: 'redaction_failed', sid, attempt: tries, ...errorFields(error) };
    log.warn(fields, 'the carrier kept a copy for now');
  });
  crashPoint('redact.sent');
  if (outcome === 'paused') await postponeRedaction(pool, redaction, minute);
  else {
    const isLast = outcome === 'kept' && tries >= triesMax;
    if (isLast) {
      log.error({ event: 'redaction_given_up', sid }, 'a copy at the carrier could not be removed: remove it by hand');
    }
    await settleRedaction(pool, redaction, outcome === 'gone' || isLast ? null : redactionWaitMs(tries));
  }
  return outcome;
}

/** `paused`: not even tried, or refused for reasons that have nothing to do with this copy. */
async function tryRedact(carrier: RedactParts['carrier'], sid: string, onError: (error: unknown) => void) {
  try {
    return (await carrier.redact(sid)) === 'too_early' ? 'kept' : 'gone';
  } catch (error) {
    if (error instanceof ProviderError && (error.kind === 'rate_limited' || error.kind === 'auth')) return 'paused';
    onError(error);
    return 'kept';
  }
}
