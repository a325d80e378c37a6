import { z } from 'zod';

import type { Db } from '#server/db/client.ts';
import { countIn } from '#server/observability/counters.repo.ts';
import type { Encryptor } from '#server/platform/encrypt.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';

import { insertRequest } from './requests.repo.ts';
import type { SupportRequest } from './support-request.ts';

/**
 * The job that emails due requests. It runs every minute; waking it saves the wait. The queue keeps its earlier name,
 * under which jobs of the previous release wait.
 */
export const sendRequestsQueue = { name: 'send-letters', payload: z.object({}) } as const;

export type AcceptDeps = { readonly db: Db; readonly jobQueue: Pick<JobQueue, 'send'>; readonly encryptor: Encryptor };

/**
 * Stores a support request, once. When this returns, the request is on disk, encrypted, and reaches support even if the
 * mail server is down or this process dies.
 */
export async function acceptRequest({ db, jobQueue, encryptor }: AcceptDeps, request: SupportRequest): Promise<void> {
  const { id, kind, userId, email, files } = request;
  const sealed = encryptor.encrypt(Buffer.from(JSON.stringify(email)), id);
  const encryptedFiles = files.map((file, position) => encryptor.encrypt(file, `${id}/${position}`));
  await db.transaction().execute(async (transaction) => {
    if (!(await insertRequest(transaction, { id, kind, userId, sealed, files: encryptedFiles }))) return;
    await countIn(transaction, { [`support.accepted.${kind}`]: 1 });
    await jobQueue.send(sendRequestsQueue, {}, { db: transaction, key: 'now' });
  });
}
