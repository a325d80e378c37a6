import { needsConfirmation } from '#contract/account-words.ts';
import { LoginReply, type LoginBody, type NeedsConfirmation } from '#contract/auth.ts';

import { anyReply, ApiError, call } from '../lib/api.ts';
import { storePendingVerification } from './pending-verification.ts';

/** How a login ended (spec, section 4). */
export type LoginOutcome = 'success' | 'needs-confirmation' | 'failure';

/**
 * Logs in. An account whose phone waits for its code leaves what /verify needs in session storage, and the code is on
 * its way.
 * @throws when the server could not be asked, or could not answer
 */
export async function login(body: LoginBody): Promise<LoginOutcome> {
  try {
    const reply = await call('/api/login', { method: 'POST', body, reads: LoginReply, isSessionCheck: true });
    if ('user' in reply) return 'success';
    // The server texted a code with this reply.
    rememberVerification(body.email, reply, true);
    return 'needs-confirmation';
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    if (!needsConfirmation(error.sentence ?? '')) return 'failure';
    rememberVerification(body.email, {}, await sendCode(body.email));
    return 'needs-confirmation';
  }
}

/** Whether a code is on its way. If not, the next page asks for one. */
async function sendCode(email: string): Promise<boolean> {
  try {
    await call('/api/resend-confirmation', { method: 'POST', body: { email }, reads: anyReply });
    return true;
  } catch {
    return false;
  }
}

function rememberVerification(
  email: string,
  { userId, confirmationTicket }: Partial<NeedsConfirmation>,
  isCodeSent: boolean,
): void {
  storePendingVerification({
    email,
    userId,
    password: confirmationTicket,
    codeSentAt: isCodeSent ? String(Date.now()) : undefined,
  });
}
