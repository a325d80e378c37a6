import type { Db } from '#server/db/client.ts';
import { Secret } from '#server/platform/secret.ts';
import type { TextSender } from '#server/providers/ports.ts';
import type { IdentityProvider } from '#server/providers/ports/identity.ts';
import type { MailQueue } from '#server/providers/ports/mail.ts';

import { CODE_MINUTES, newCode, useCode } from './codes.ts';
import { newPasswordCode, notePasswordRequest } from './password-codes.ts';

export type CodeParts = {
  readonly db: Db;
  readonly textSender: TextSender;
  readonly mails: MailQueue;
  /** The text that carries a code. */
  readonly codeText: (code: string) => string;
};

type CodeCalls = Pick<IdentityProvider, 'sendPhoneCode' | 'checkPhoneCode' | 'startPasswordReset' | 'newPasswordCode'>;

/**
 * Codes are ours in every stage: ten minutes, five tries, bound to account and phone, from our own numbers and under
 * our opt-outs, none of which Cognito's codes are (docs/decisions/0007).
 */
export function codeCalls({ db, textSender, mails, codeText }: CodeParts): CodeCalls {
  return {
    async sendPhoneCode({ userId, purpose, phoneNumber }) {
      const code = await newCode(db, { userId, purpose, phoneNumber });
      const body = new Secret(codeText(code.reveal()));
      return textSender.send({ to: phoneNumber, purpose: 'code', body, validitySeconds: CODE_MINUTES * 60 });
    },

    checkPhoneCode: ({ userId, purpose, phoneNumber, code }) => useCode(db, { userId, purpose, phoneNumber }, code),

    async startPasswordReset(userId, { requestHash, isMailed }) {
      const user = await db
        .selectFrom('users')
        .select('id')
        .where('id', '=', userId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (!user) return;
      await notePasswordRequest(db, userId, requestHash);
      if (isMailed) await mails.queue({ kind: 'password_code', userId });
    },

    // Made when the mail goes out, and only its hash is kept: a mail that waits for its server holds no code.
    newPasswordCode: (userId) => newPasswordCode(db, userId),
  };
}
