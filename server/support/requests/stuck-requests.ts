import type { StuckRequestMessage } from '#contract/admin-desk.ts';
import type { Db } from '#server/db/client.ts';
import type { Encryptor } from '#server/platform/encrypt.ts';
import { AppError } from '#server/platform/errors.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';

import { sendRequestsQueue } from './accept-request.ts';
import { findStuckRequest, recordDiscarded, type StuckRequest } from './requests.repo.ts';
import { openRequest, type RequestEmail } from './support-request.ts';

type StuckDeps = { readonly db: Db; readonly encryptor: Encryptor; readonly jobQueue: Pick<JobQueue, 'send'> };

/** What an operator reads of a request that does not reach support, decrypted for this reply only. */
export async function readStuckRequest(
  { db, encryptor }: Pick<StuckDeps, 'db' | 'encryptor'>,
  id: string,
): Promise<StuckRequestMessage> {
  const email = tryToOpen(encryptor, await findStuck(db, id));
  if (email === null) {
    throw new AppError(
      'conflict',
      'This message can’t be read, because LETTER_SECRET has changed since. Restore the secret, or discard the message.',
    );
  }
  const { subject, from, facts, message, files } = email;
  const given = facts.map(([name, value]) => ({ name, value })).filter(({ value }) => value !== '');
  return { subject, from, facts: given, message, files: files.map(({ name }) => name) };
}

/**
 * Discards a request that the mail server refuses: deletes its contents immediately, and emails its sender. The sender
 * of a request that cannot be decrypted is unknown.
 * @returns a sentence for the operator
 * @throws AppError `not_found`, or `conflict` for a request that is being sent or is waiting for the mail server
 */
export async function discardStuckRequest({ db, encryptor, jobQueue }: StuckDeps, id: string): Promise<string> {
  const request = await findStuck(db, id);
  if (!request.isRefused && !request.isUnderWay) {
    throw new AppError(
      'conflict',
      'This message is sent automatically once the mail server takes email again. Nothing was discarded.',
    );
  }
  const email = tryToOpen(encryptor, request);
  const rest = email && {
    ...email,
    subject: '',
    facts: [],
    message: '',
    files: [],
    waitlistCountry: undefined,
    isDiscarded: true,
  };
  const sealed = rest && encryptor.encrypt(Buffer.from(JSON.stringify(rest)), id);
  await db.transaction().execute(async (transaction) => {
    if (!(await recordDiscarded(transaction, id, sealed))) {
      throw new AppError(
        'conflict',
        'This message is being sent right now. Nothing was discarded. Try again in a minute.',
      );
    }
    await jobQueue.send(sendRequestsQueue, {}, { db: transaction, key: 'now' });
  });
  return sealed === null
    ? 'The message is deleted. It couldn’t be read, so the sender can’t be told.'
    : 'The message is deleted. We’ll email the sender that it didn’t reach you.';
}

async function findStuck(db: Db, id: string): Promise<StuckRequest> {
  const request = await findStuckRequest(db, id);
  if (request) return request;
  throw new AppError('not_found', 'This message isn’t waiting anymore. It was sent, or someone else discarded it.');
}

function tryToOpen(encryptor: Encryptor, request: { id: string; sealed: Buffer }): RequestEmail | null {
  try {
    return openRequest(encryptor, request);
  } catch {
    return null;
  }
}
