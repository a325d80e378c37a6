import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { expect } from 'vitest';

import { createEmailToken } from '#server/accounts/email/email-proof.repo.ts';
import { Secret } from '#server/platform/secret.ts';
import { test } from '#server/testing/shared-app.ts';
import { visitor } from '#server/testing/visitor.ts';

import { composeMail } from './compose.ts';

test.for(['welcome', 'confirm_email', 'password_code'] as const)(
  'a code or link is made for the address that its email goes to: %s',
  async (kind, { app }) => {
    const { db, identity } = app.product.deps;
    const { userId, email } = await visitor(app).join();
    await app.mails(email);
    const compose = (meanwhile: () => Promise<unknown>) =>
      composeMail(
        {
          db,
          publicUrl: app.url,
          newUndoToken: () => Promise.resolve(null),
          async newPasswordCode(to) {
            await meanwhile();
            return identity.createPasswordCode(to);
          },
          async newEmailToken(to) {
            await meanwhile();
            const token = await createEmailToken(db, to);
            return token === null ? null : new Secret(token);
          },
        },
        { ...mail, kind, userId },
      );
    const secrets = async () => {
      const { rows } = await sql`
        select token_hash as hash from one_time_tokens where user_id = ${userId} and purpose = 'email'
         union all select code_hash from password_resets where user_id = ${userId}`.execute(db);
      return rows;
    };
    const before = await secrets();
    const correct = () => sql`update users set email = ${newAddress()} where id = ${userId}`.execute(db);
    expect(await compose(correct)).toBeNull();
    expect(await secrets()).toEqual(before);
    expect(await compose(() => Promise.resolve())).toMatchObject({ content: { hasSecret: true } });
    expect(await secrets()).not.toEqual(before);
  },
);

const newAddress = () => `${randomUUID()}@askline.example`;
const mail = {
  id: randomUUID(),
  subscriptionId: null,
  recipient: null,
  alert: null,
  tries: 0,
  lastCode: null,
  askedAt: '',
};
