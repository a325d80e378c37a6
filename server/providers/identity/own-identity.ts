import type { Db } from '#server/db/client.ts';
import { Secret } from '#server/platform/secret.ts';
import type { TextSender } from '#server/providers/ports.ts';
import type { IdentityProvider } from '#server/providers/ports/identity.ts';
import type { MailQueue } from '#server/providers/ports/mail.ts';

import { CODE_MINUTES, newCode, useCode } from './codes.ts';
import { isSlowHashOf, slowHash } from './slow-hash.ts';

export type OwnIdentityParts = {
  readonly db: Db;
  readonly textSender: TextSender;
  readonly mails: MailQueue;
  /** The text that carries a code. */
  readonly codeText: (code: string) => string;
};

/** Passwords and codes of our own: stage `pre` (decisions, "Identity"). */
export function ownIdentity({ db, textSender, mails, codeText }: OwnIdentityParts): IdentityProvider {
  return {
    async register({ password }) {
      return { kind: 'registered', stored: { passwordHash: await slowHash(password), externalIdentityId: null } };
    },

    async checkPassword(email, password) {
      const user = await db
        .selectFrom('users')
        .select(['id', 'password_hash'])
        .where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', email.toLowerCase()))
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      const isRight = await isSlowHashOf(user?.password_hash ?? null, password);
      return user && isRight ? { kind: 'right', userId: user.id } : { kind: 'wrong' };
    },

    async sendPhoneCode({ userId, purpose, phoneNumber }) {
      const code = await newCode(db, { userId, purpose, phoneNumber });
      const body = new Secret(codeText(code.reveal()));
      return textSender.send({ to: phoneNumber, purpose: 'code', body, validitySeconds: CODE_MINUTES * 60 });
    },

    checkPhoneCode: ({ userId, purpose, phoneNumber, code }) => useCode(db, { userId, purpose, phoneNumber }, code),

    async startPasswordReset(userId) {
      const user = await db
        .selectFrom('users')
        .select('id')
        .where('id', '=', userId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (user) await mails.queue({ kind: 'password_code', userId });
    },

    // Made when the mail goes out, and only its hash is kept: a mail that waits for its server holds no code.
    newPasswordCode: (userId) => newCode(db, { userId, purpose: 'password', phoneNumber: null }),

    async resetPassword(userId, code, newPassword) {
      const binding = { userId: userId ?? nobody, purpose: 'password', phoneNumber: null } as const;
      if (!(await useCode(db, binding, code)) || userId === null) return false;
      await db
        .updateTable('users')
        .set({ password_hash: await slowHash(newPassword) })
        .where('id', '=', userId)
        .execute();
      return true;
    },

    // There is no other record than ours.
    recordedPhone: () => Promise.resolve(null),
    remove: () => Promise.resolve(),
  };
}

/** An id that no account has: looking it up costs what looking up any other does. */
const nobody = '00000000-0000-0000-0000-000000000000';
