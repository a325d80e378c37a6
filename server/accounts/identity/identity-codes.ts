import type { Language } from '#contract/language.ts';
import { CODE_MINUTES } from '#contract/verification-code.ts';
import type { Db } from '#server/db/client.ts';
import type { MailQueue } from '#server/domain/ports/mail-queue.ts';
import { Secret } from '#server/platform/secret.ts';
import type { TextSender } from '#server/providers/ports/text-sender.ts';

import { findLanguage } from '../phones/phones.repo.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { createPasswordCode, recordPasswordRequest } from './password-codes.repo.ts';
import { comparePhoneCode, createPhoneCode } from './phone-codes.repo.ts';

export type CodeDeps = {
  readonly db: Db;
  readonly textSender: TextSender;
  readonly mails: MailQueue;
  /** The body of the text that carries a code. */
  readonly codeText: (code: string, language: Language) => string;
};

type IdentityCodes = Pick<
  IdentityProvider,
  'sendPhoneCode' | 'checkPhoneCode' | 'startPasswordReset' | 'createPasswordCode'
>;

/**
 * The methods about codes, the same in every stage: our codes last ten minutes, allow five tries, are bound to account
 * and phone, come from our own numbers and respect our opt-outs. Cognito's codes do none of this
 * (docs/decisions/0007-identity-in-stages.md).
 */
export function identityCodes({ db, textSender, mails, codeText }: CodeDeps): IdentityCodes {
  return {
    async sendPhoneCode(phoneCode) {
      const code = await createPhoneCode(db, phoneCode);
      if (code === null) return 'failed';
      const body = new Secret(codeText(code.reveal(), await findLanguage(db, phoneCode.userId)));
      return textSender.send({
        to: phoneCode.phoneNumber,
        purpose: 'code',
        body,
        validitySeconds: CODE_MINUTES * 60,
      });
    },

    checkPhoneCode: (answer) => comparePhoneCode(db, answer, answer.code),

    async startPasswordReset(userId, requestHash) {
      if (await recordPasswordRequest(db, userId, requestHash)) await mails.queue({ kind: 'password_code', userId });
    },

    // Created when the email is sent, so an email waiting for the mail server contains no code.
    createPasswordCode: (to) => createPasswordCode(db, to),
  };
}
