import { CODE_COOLDOWN_SECONDS } from '#contract/verification-code.ts';
import { anyReply, call } from '#web/lib/api/call.ts';
import { addToast } from '#web/ui/feedback/toast-store.ts';

import { loginCopy } from '../login-copy.ts';

const copy = loginCopy.sendResetCode;

/** Requests a code by email. @returns seconds to wait before the next code @throws ApiError, TypeError */
export async function sendResetCode(email: string): Promise<number> {
  await call('/api/forgot-password', { method: 'POST', body: { email }, reads: anyReply });
  addToast({ title: copy.resetCodeSent, description: copy.checkEmail });
  return CODE_COOLDOWN_SECONDS;
}
