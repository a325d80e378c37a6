import { randomUUID } from 'node:crypto';

import { type SignalCode, signals } from '#server/observability/signals/signals.ts';
import { Secret } from '#server/platform/secret.ts';
import type { Mailer } from '#server/providers/ports/mailer.ts';

import { html, plainText } from './layout.ts';
import { operatorAlert } from './templates.ts';

export type AlertEmailDeps = {
  readonly mailer: Pick<Mailer, 'send'>;
  readonly operator: { readonly name: string; readonly address: string };
  /** The start of links in emails. */
  readonly publicUrl: string;
};

/**
 * Sends the email of an alert at once, past the outbox, which needs the database: it is the same email.
 * @throws ProviderError
 */
export async function sendAlertEmail({ mailer, operator, publicUrl }: AlertEmailDeps, code: SignalCode): Promise<void> {
  const content = operatorAlert({ ...signals[code], userId: null, siteUrl: publicUrl });
  const [text, rich] = [new Secret(plainText(content)), new Secret(html(content))];
  await mailer.send({ id: randomUUID(), to: operator, subject: content.subject, text, html: rich });
}
