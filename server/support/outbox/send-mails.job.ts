import type { Db } from '#server/db/client.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import { Secret } from '#server/platform/secret.ts';
import { ProviderError } from '#server/providers/ports.ts';
import type { Mailer } from '#server/providers/ports/mail.ts';

import { composeMail, type ComposeParts } from './compose.flow.ts';
import { html, plainText } from './layout.ts';
import { claimMail, type ClaimedMail, closeMail, closeNotDue, postponeMail } from './outbox.repo.ts';

export type SendMailsParts = ComposeParts & { readonly db: Db; readonly mailer: Mailer; readonly log: Log };

/** A server that says "never" may mean "not today": about two hours, then a person has to look. */
const refusalsMax = 8;

/** Half a minute, one, two, four …, at most an hour. A mail server that is away is asked again for ever. */
export function mailWaitSeconds(tries: number): number {
  return Math.min(30 * 2 ** (tries - 1), 3600);
}

/**
 * Sends what is due, the longest waiting first, until nothing is. When the server cannot be reached the rest waits for
 * the next minute: they would all wait for the same connection.
 */
export async function sendDueMails(parts: SendMailsParts): Promise<void> {
  for (;;) {
    const mail = await claimMail(parts.db);
    if (!mail) return;
    const isServerThere = await sendMail(parts, mail);
    if (!isServerThere) return;
  }
}

/** @returns whether to go on with the next one */
async function sendMail(parts: SendMailsParts, mail: ClaimedMail): Promise<boolean> {
  const { db, mailer, log } = parts;
  const { id, kind, tries } = mail;
  try {
    const composed = await composeMail(parts, mail);
    if (!composed) {
      await closeNotDue(db, mail);
      return true;
    }
    const { to, words } = composed;
    const [text, rich] = [new Secret(plainText(words)), new Secret(html(words))];
    await mailer.send({ id, to, subject: words.subject, text, html: rich });
  } catch (error) {
    const isRefused = error instanceof ProviderError && error.kind === 'rejected';
    const isServerThere = isRefused || !(error instanceof ProviderError);
    const code = error instanceof ProviderError ? (error.code ?? error.kind) : null;
    log.warn({ event: 'mail_failed', kind, attempt: tries, ...errorFields(error) }, 'a mail did not go out');
    if (!isRefused || tries < refusalsMax) {
      await postponeMail(db, id, mailWaitSeconds(tries), code);
      return isServerThere;
    }
    log.error({ event: 'mail_refused', kind, code }, 'the mail server refuses a mail for good');
    await closeMail(db, id, 'refused', code ?? undefined);
    return true;
  }
  // Should this fail, the mail goes out twice; its Message-ID is the same, and many readers show it once.
  await closeMail(db, id, 'sent');
  log.info({ event: 'mail_sent', kind, attempt: tries }, 'a mail went out');
  return true;
}
