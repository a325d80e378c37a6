import { randomUUID } from 'node:crypto';

import type { Db } from '#server/db/client.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import { Secret } from '#server/platform/secret.ts';
import type { Mailer } from '#server/providers/ports/mailer.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { composeMail, type ComposeDeps } from './compose.ts';
import { concernsOneEmail, countedTries, isGivenUp } from './give-up.ts';
import { html, plainText } from './layout.ts';
import { claimMail, type ClaimedMail, closeMail, closeNotDue, postponeMail } from './outbox.repo.ts';

export type SendMailsDeps = ComposeDeps & { readonly db: Db; readonly mailer: Mailer; readonly log: Log };

/**
 * Sends due emails, oldest first, until none is left. Stops when the server cannot be reached, because the others would
 * fail too; the job runs again within a minute.
 */
export async function sendDueMails(deps: SendMailsDeps): Promise<void> {
  for (;;) {
    const mail = await claimMail(deps.db);
    if (!mail) return;
    const isServerReachable = await sendMail(deps, mail);
    if (!isServerReachable) return;
  }
}

/** Sends one email. @returns whether the mail server can be reached */
async function sendMail(deps: SendMailsDeps, mail: ClaimedMail): Promise<boolean> {
  const { db, mailer, log } = deps;
  const { id, kind, tries } = mail;
  try {
    const composed = await composeMail(deps, mail);
    if (!composed) {
      await closeNotDue(db, mail);
      return true;
    }
    const { to, content } = composed;
    const [text, rich] = [new Secret(plainText(content)), new Secret(html(content))];
    // A mailbox that hides duplicates shows the first email, whose code or link no longer works.
    const sendId = content.hasSecret === true ? `${id}.${randomUUID()}` : id;
    await mailer.send({ id: sendId, to, subject: content.subject, text, html: rich });
  } catch (error) {
    const code = error instanceof ProviderError ? (error.code ?? error.kind) : null;
    log.warn({ event: 'mail_failed', kind, attempt: tries, ...errorFields(error) }, 'sending an email failed');
    const counted = countedTries(error, tries, mail.lastCode);
    if (!isGivenUp(error, counted)) {
      await postponeMail(db, id, counted, code);
      return concernsOneEmail(error);
    }
    log.error({ event: 'mail_refused', kind, code }, 'gave up an email that the mail server refuses');
    await closeMail(db, id, 'refused', code ?? undefined);
    return true;
  }
  // If this fails, the email is sent twice: under one Message-ID, which many clients show once, unless its secret is
  // new.
  await closeMail(db, id, 'sent');
  log.info({ event: 'mail_sent', kind, attempt: tries }, 'sent an email');
  return true;
}
