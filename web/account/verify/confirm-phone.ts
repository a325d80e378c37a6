import { isVerifiedByOther } from '#contract/account-words.ts';
import { VerifyPhoneReply } from '#contract/phone.ts';
import { nationalDigits } from '#contract/us-phone-input.ts';

import { ApiError, call } from '../../lib/api.ts';
import { atCodeField, Refused } from '../../lib/failure.ts';
import type { PendingVerification } from '../pending-verification.ts';

const FAILED = 'Verification Failed';

/** Hands in the code. @returns the server's sentence @throws Refused, ApiError, TypeError (spec, section 8) */
export async function confirmPhone(
  { email, userId }: PendingVerification,
  { phoneNumber, code }: { readonly phoneNumber: string; readonly code: string },
): Promise<string> {
  if (!userId) {
    const message = 'User information is missing. Please log in again to verify your phone.';
    throw new Refused({ title: FAILED, message });
  }
  const body = { email, userId, phoneNumber: nationalDigits(phoneNumber), code };
  const confirm = () => call('/api/verify/phone/confirm', { method: 'POST', body, reads: VerifyPhoneReply });
  try {
    return (await atCodeField('code', FAILED, confirm)).message;
  } catch (error) {
    const message = (error instanceof ApiError && error.sentence) || '';
    if (!isVerifiedByOther(message)) throw error;
    throw new Refused({ title: 'Already Verified by Another User', message, fields: { phoneNumber: message } });
  }
}
