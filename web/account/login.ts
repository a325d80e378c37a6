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
    await beginVerification(body.email, reply);
    return 'needs-confirmation';
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    if (!needsConfirmation(error.sentence ?? '')) return 'failure';
    await beginVerification(body.email, {});
    return 'needs-confirmation';
  }
}

async function beginVerification(email: string, { userId, confirmationTicket }: Partial<NeedsConfirmation>) {
  const isSent = await call('/api/resend-confirmation', { method: 'POST', body: { email }, reads: anyReply })
    .then(() => true)
    .catch(() => false); // the next page asks again
  storePendingVerification({
    email,
    userId,
    password: confirmationTicket,
    codeSentAt: isSent ? String(Date.now()) : undefined,
  });
}
