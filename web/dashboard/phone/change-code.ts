import { CodeSentReply } from '#contract/auth.ts';

import { callWithPassword } from '../password/password-request.ts';

/** A code that is on its way: to which number (ten digits), and what the server said. */
export type SentCode = { readonly phoneNumber: string; readonly reply: CodeSentReply };

/** Texts a code to a number that is to become the account's. @throws ApiError, TypeError */
export async function sendChangeCode(phoneNumber: string): Promise<SentCode> {
  const body = { phoneNumber };
  const reply = await callWithPassword('/api/cognito/initiate-phone-change', {
    method: 'POST',
    body,
    reads: CodeSentReply,
  });
  return { phoneNumber, reply };
}
