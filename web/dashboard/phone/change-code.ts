import { CodeSentReply } from '#contract/auth.ts';

import { callWithPassword } from '../password/password-request.ts';

/** A sent code: its recipient (ten digits) and the server's reply. */
export type SentCode = { readonly phoneNumber: string; readonly reply: CodeSentReply };

/** Shown when no code could be sent. */
export const sendCodeCopy = { title: 'Failed to Send Code', fallback: 'Failed to send a code' } as const;

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
