import { CodeSentReply } from '#contract/auth.ts';

import { callWithPassword } from '../password/password-request.ts';
import { keepChange, type SentCode } from './kept-change.ts';

/** Texts a code to the account's new number. @returns the code, and the server's message @throws ApiError, TypeError */
export async function sendChangeCode(phoneNumber: string): Promise<SentCode & { readonly message: string }> {
  const body = { phoneNumber };
  const { message, retryAfterSeconds } = await callWithPassword('/api/cognito/initiate-phone-change', {
    method: 'POST',
    body,
    reads: CodeSentReply,
  });
  const sent = { phoneNumber, retryAfterSeconds };
  keepChange(sent);
  return { ...sent, message };
}
