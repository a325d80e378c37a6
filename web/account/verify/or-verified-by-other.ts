import { isVerifiedByOther } from '#contract/account-copy.ts';
import { ApiError } from '#web/lib/api/call.ts';
import { Refused } from '#web/lib/api/failure.ts';

import { loginCopy } from '../login-copy.ts';

/**
 * Runs a call about a phone number.
 * @throws Refused with a title of its own, at the number's field, if the number is another user's
 */
export async function orVerifiedByOther<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = (error instanceof ApiError && error.sentence) || '';
    if (!isVerifiedByOther(message)) throw error;
    throw new Refused({ title: loginCopy.verifyForm.verifiedByOther, message, fields: { phoneNumber: message } });
  }
}
