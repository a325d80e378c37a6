import { CODE_COOLDOWN_SECONDS } from '#contract/verification-code.ts';

import { anyReply, call } from '../../lib/api.ts';
import { addToast } from '../../lib/toast-store.ts';

/** Said when no code could be sent (spec, section 8). */
export const resetCodeWords = { title: 'Error', fallback: 'Failed to send reset code' } as const;

/** Asks for a code by email. @returns how many seconds to wait before the next @throws ApiError, TypeError */
export async function sendResetCode(email: string): Promise<number> {
  await call('/api/forgot-password', { method: 'POST', body: { email }, reads: anyReply });
  addToast({ title: 'Reset code sent', description: 'Please check your email.' });
  return CODE_COOLDOWN_SECONDS;
}
