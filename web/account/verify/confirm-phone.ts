import { isVerifiedByOther } from '#contract/account-words.ts';
import { VerifyPhoneReply } from '#contract/phone.ts';
import { nationalDigits } from '#contract/us-phone-input.ts';

import { ApiError, call, sentenceOf } from '../../lib/api.ts';
import { addToast } from '../../lib/toast-store.ts';
import type { PendingVerification } from '../pending-verification.ts';

/** How a code was taken: with the sentence to show, and the field that it belongs to. */
export type Confirmed = {
  readonly isVerified: boolean;
  readonly message: string;
  readonly field?: 'phoneNumber' | 'code';
};

/** Hands in the code, and says in a toast what was wrong, if anything was (spec, section 8). */
export async function confirmPhone(
  { email, userId }: PendingVerification,
  { phoneNumber, code }: { readonly phoneNumber: string; readonly code: string },
): Promise<Confirmed> {
  if (!userId) {
    const message = 'User information is missing. Please log in again to verify your phone.';
    addToast({ title: 'Verification Failed', description: message, tone: 'danger' });
    return { isVerified: false, message };
  }
  const body = { email, userId, phoneNumber: nationalDigits(phoneNumber), code };
  try {
    const { message } = await call('/api/verify/phone/confirm', { method: 'POST', body, reads: VerifyPhoneReply });
    return { isVerified: true, message };
  } catch (error) {
    const message = sentenceOf(error, 'Please check the code and try again.');
    const title = isVerifiedByOther(message) ? 'Already Verified by Another User' : 'Verification Failed';
    addToast({ title, description: message, tone: 'danger' });
    const phoneFault = error instanceof ApiError ? error.fields['phoneNumber'] : undefined;
    return phoneFault
      ? { isVerified: false, message: phoneFault, field: 'phoneNumber' }
      : { isVerified: false, message: 'This code was not accepted', field: 'code' };
  }
}
