import { CodeSentReply } from '#contract/auth.ts';

import { callWithPassword } from '../password/password-request.ts';

/** A sent code: its recipient (ten digits) and the server's reply. */
export type SentCode = { readonly phoneNumber: string; readonly reply: CodeSentReply };

/** Texts a code to the account's new number. @throws ApiError, TypeError */
export async function sendChangeCode(phoneNumber: string): Promise<SentCode> {
  const body = { phoneNumber };
  const reply = await callWithPassword('/api/cognito/initiate-phone-change', {
    method: 'POST',
    body,
    reads: CodeSentReply,
  });
  return { phoneNumber, reply };
}
