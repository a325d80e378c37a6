import { randomUUID } from 'node:crypto';

import { insertRequest } from '#server/support/requests/requests.repo.ts';
import type { RequestEmail } from '#server/support/requests/support-request.ts';

import type { TestApp } from './test-app.ts';

/**
 * Adds a contact message with a file that was tried often.
 * @param options.lastError of its last try; default: the mail server refuses it
 * @returns its id, and what it says
 */
export async function addStuckRequest(
  app: TestApp,
  { encryptor = app.product.deps.encryptor, lastError = '552' } = {},
): Promise<{ readonly id: string; readonly marker: string }> {
  const [id, marker] = [randomUUID(), randomUUID()];
  const email: RequestEmail = {
    subject: `About ${marker}`,
    from: { name: 'Sam Example', address: `${marker}@askline.example` },
    facts: [
      ['Phone', '(202) 555-0100'],
      ['Country', ''],
    ],
    message: `The striped giraffe ${marker}`,
    files: [{ name: 'shot.png', type: 'image/png' }],
    reference: null,
  };
  const sealed = encryptor.encrypt(Buffer.from(JSON.stringify(email)), id);
  await app.product.deps.db.transaction().execute(async (transaction) => {
    await insertRequest(transaction, { id, kind: 'contact', userId: null, sealed, files: [Buffer.from('sealed')] });
    await transaction
      .updateTable('support_requests')
      .set({ tries: 9, error_code: lastError, due_at: new Date(Date.now() + 3_600_000) })
      .where('id', '=', id)
      .execute();
  });
  return { id, marker };
}
