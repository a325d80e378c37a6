import type { Db } from '#server/db/client.ts';
import { countIn } from '#server/observability/counters.repo.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import type { Encryptor } from '#server/platform/encrypt.ts';
import type { Limit, RateLimits } from '#server/platform/rate-limits.ts';
import { Secret } from '#server/platform/secret.ts';
import type { Mailer, OutgoingMail } from '#server/providers/ports/mailer.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { concernsOneEmail, countedTries, isGivenUp, refusalsMax } from '../outbox/give-up.ts';
import { html, type MailContent, plainText } from '../outbox/layout.ts';
import { requestDiscarded, requestReceived, waitlisted } from '../outbox/request-templates.ts';
import { requestText } from './compose-request-email.ts';
import {
  claimRequest,
  type ClaimedRequest,
  closeRequest,
  recordReachedSupport,
  postponeRequest,
  readFiles,
} from './requests.repo.ts';
import { openRequest, type RequestEmail } from './support-request.ts';

export type SendRequestsDeps = {
  readonly db: Db;
  readonly mailer: Mailer;
  readonly encryptor: Encryptor;
  readonly rateLimits: Pick<RateLimits, 'take'>;
  readonly supportAddress: { readonly name: string; readonly address: string };
  readonly log: Log;
};

/**
 * Emails due requests, oldest first: to support with the files, then the acknowledgement. Stops when the mail server is
 * unreachable; the job runs again within a minute.
 */
export async function sendDueRequests(deps: SendRequestsDeps): Promise<void> {
  for (;;) {
    const request = await claimRequest(deps.db);
    if (!request) return;
    const isServerReachable = await sendRequest(deps, request);
    if (!isServerReachable) return;
  }
}

/** Sends the due email of one request. @returns whether the mail server can be reached */
async function sendRequest(deps: SendRequestsDeps, request: ClaimedRequest): Promise<boolean> {
  const { db, mailer, log } = deps;
  const { id, kind, stage, tries } = request;
  try {
    if (request.hasDied) await countIn(db, { 'support.unknown': 1 });
    const email = openRequest(deps.encryptor, request);
    const mail = await compose(deps, request, email);
    // Only an operator can discard a request, so the email about that needs no limit.
    const isThanks = stage === 'acknowledgement' && email.isDiscarded !== true;
    if (isThanks && tries === 1 && !(await mayAcknowledge(deps, mail.to.address))) {
      await closeRequest(db, id, null);
      return true;
    }
    await mailer.send(mail);
  } catch (error) {
    const code = error instanceof ProviderError ? (error.code ?? error.kind) : 'unreadable';
    // `letter_failed` and `letter_mailed` keep the earlier name of support requests: operators search their logs for
    // them.
    log.warn(
      { event: 'letter_failed', kind, name: stage, attempt: tries, ...errorFields(error) },
      'a support email failed and will be retried',
    );
    if (error instanceof ProviderError && error.kind === 'ambiguous') await countIn(db, { 'support.unknown': 1 });
    // An email to support is retried until it is sent, or an operator discards it (stuck-requests.ts).
    const counted = countedTries(error, tries, request.lastCode);
    const isUseless = isGivenUp(error, counted) || (!(error instanceof ProviderError) && tries >= refusalsMax);
    if (stage === 'acknowledgement' && isUseless) await closeRequest(db, id, code);
    else await postponeRequest(db, id, counted, code);
    return concernsOneEmail(error);
  }
  // If this fails, the email is sent twice, under one Message-ID. SMTP cannot rule that out (RFC 1047).
  if (stage === 'acknowledgement') await closeRequest(db, id, null);
  else {
    await db.transaction().execute(async (transaction) => {
      if (await recordReachedSupport(transaction, id)) await countIn(transaction, { 'support.emailed': 1 });
    });
  }
  log.info({ event: 'letter_mailed', kind, name: stage, attempt: tries }, 'sent a support email');
  return true;
}

/**
 * The refusal for which this try leaves out the files; null if it includes them. After eight refusals, support at least
 * gets the message: a relay may refuse emails of this size, or a filter such a file. If that is refused too, the files
 * are not the reason, and most of the following tries include them again.
 */
function reasonToLeaveFilesOut({ lastCode, tries }: ClaimedRequest): string | null {
  return tries % (refusalsMax + 1) === 0 && lastCode !== null && /^5\d{2}$/.test(lastCode) ? lastCode : null;
}

/** One acknowledgement per recipient and day, so that forms cannot flood a mailbox (docs/reference/security.md#t31). */
const acknowledgements: Limit = { name: 'acknowledgement', points: 1, windowSeconds: 86_400, whenDown: 'closed' };

async function mayAcknowledge({ rateLimits }: SendRequestsDeps, address: string): Promise<boolean> {
  return (await rateLimits.take(acknowledgements, address.toLowerCase())).ok;
}

function acknowledgementOf(email: RequestEmail, kind: ClaimedRequest['kind']): MailContent {
  const { reference, isDiscarded, waitlistCountry } = email;
  if (isDiscarded === true) return requestDiscarded(reference);
  return waitlistCountry === undefined ? requestReceived(reference, kind) : waitlisted(waitlistCountry);
}

async function compose(
  { db, encryptor, supportAddress }: SendRequestsDeps,
  request: ClaimedRequest,
  email: RequestEmail,
): Promise<OutgoingMail> {
  const { id, kind, stage } = request;
  if (stage === 'acknowledgement') {
    const thanks = acknowledgementOf(email, kind);
    const [text, rich] = [new Secret(plainText(thanks)), new Secret(html(thanks))];
    // No name: the sender typed it, and the address may belong to someone else (docs/reference/security.md#t31).
    const to = { name: '', address: email.from.address };
    return { id: `${id}.ack`, to, subject: thanks.subject, text, html: rich, isReply: true };
  }
  const refusal = reasonToLeaveFilesOut(request);
  const text = new Secret(requestText(email, refusal));
  const mail = { id, to: supportAddress, replyTo: email.from, subject: email.subject, text };
  if (refusal !== null) return mail;
  const files = await readFiles(db, id);
  return {
    ...mail,
    attachments: email.files.map(({ name, type }, position) => {
      const file = files[position];
      if (!file) throw new Error('a file of a support request is missing');
      return { name, type, content: encryptor.decrypt(file, `${id}/${position}`) };
    }),
  };
}
