import type { Db } from '#server/db/client.ts';
import { Secret } from '#server/platform/secret.ts';
import type { TextSender } from '#server/providers/ports.ts';
import type { IdentityProvider } from '#server/providers/ports/identity.ts';
import type { MailQueue } from '#server/providers/ports/mail.ts';

import { CODE_MINUTES, newCode, useCode } from './codes.ts';

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
  };
}

/** An id that no account has: looking it up costs what looking up any other does. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Whether this is the living code for a new password; it is used up if it is. Null is an account that is not there. */
export async function usePasswordCode(db: Db, userId: string | null, code: Secret): Promise<boolean> {
  const isRight = await useCode(db, { userId: userId ?? nobody, purpose: 'password', phoneNumber: null }, code);
  return isRight && userId !== null;
}
