import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import type { Db } from '#server/db/client.ts';
import type { Background } from '#server/platform/background.ts';
import { countIn } from '#server/platform/counters.ts';
import type { Sealer } from '#server/platform/seal.ts';

import type { Letter } from './letter.ts';
import { keepLetter } from './letters.repo.ts';

/** The job that mails what is due. It runs every minute anyway; waking it saves the wait. */
export const sendLettersQueue = { name: 'send-letters', payload: z.object({}) } as const;

export type AcceptParts = { readonly db: Db; readonly background: Pick<Background, 'send'>; readonly sealer: Sealer };

/**
 * Takes a letter in: when this returns it is on disk, sealed, and will reach support whatever becomes of the mail server
 * or of this process.
 */
export async function acceptLetter({ db, background, sealer }: AcceptParts, letter: Letter): Promise<void> {
  const { kind, userId, words, files } = letter;
  const id = randomUUID();
  const sealed = sealer.seal(Buffer.from(JSON.stringify(words)), id);
  const sealedFiles = files.map((file, position) => sealer.seal(file, `${id}/${position}`));
  await db.transaction().execute(async (transaction) => {
    await keepLetter(transaction, { id, kind, userId, sealed, files: sealedFiles });
    await countIn(transaction, { [`letters.accepted.${kind}`]: 1 });
    await background.send(sendLettersQueue, {}, { db: transaction, key: 'now' });
  });
}
