import { randomUUID } from 'node:crypto';

import { brand } from '#contract/brand.ts';
import type { Signal } from '#server/observability/signals/signal.ts';
import { type SignalCode, signals } from '#server/observability/signals/signals.ts';
import { own } from '#server/platform/own.ts';
import { Secret } from '#server/platform/secret.ts';
import type { Mailer } from '#server/providers/ports/mailer.ts';

import { html, type Block, type MailContent, plainText } from './layout.ts';

export type AlertEmailDeps = {
  readonly mailer: Pick<Mailer, 'send'>;
  readonly operator: { readonly name: string; readonly address: string };
  /** The base URL of links in emails. */
  readonly publicUrl: string;
};

/**
 * Sends the email of an alert immediately, bypassing the outbox, which needs the database. The email is the same.
 * @throws ProviderError
 */
export async function sendAlertEmail({ mailer, operator, publicUrl }: AlertEmailDeps, code: SignalCode): Promise<void> {
  const content = operatorAlert({ ...signals[code], userId: null, siteUrl: publicUrl });
  const [text, rich] = [new Secret(plainText(content)), new Secret(html(content))];
  await mailer.send({ id: randomUUID(), to: operator, subject: content.subject, text, html: rich });
}

/** What signals are called in emails that 1.0.0 queued. */
const earlierNames: Readonly<Record<string, SignalCode>> = {
  database_away: 'database_unavailable',
  public_address_away: 'public_address_unreachable',
  sweep_found: 'missed_texts_found',
  doubt_unresolved: 'send_unresolved',
};

/** The signal of a queued alert; null for one of a release that is not this one, which no email can say. */
export function signalNamed(code: string): Pick<Signal, 'sentence' | 'remedy'> | null {
  const name = own(earlierNames, code) ?? code;
  return own<Signal>(signals, name) ?? null;
}

/** The email of an alert to the operator. @param userId the account that it concerns */
export function operatorAlert(alert: {
  readonly sentence: string;
  readonly remedy: string;
  readonly userId: string | null;
  readonly siteUrl: string;
}): MailContent {
  const about = alert.userId === null ? [] : [text(`Account: ${alert.userId}`)];
  return {
    subject: `[${brand.name} alert] ${alert.sentence}`,
    blocks: [
      text(alert.sentence),
      text(alert.remedy),
      ...about,
      { kind: 'link', label: 'Open the admin area', url: `${alert.siteUrl}/admin` },
    ],
  };
}

function text(content: string): Block {
  return { kind: 'text', text: content };
}
