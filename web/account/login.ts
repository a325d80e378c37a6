import { accountWords, needsConfirmation } from '#contract/account-words.ts';
import { LoginReply, type LoginBody } from '#contract/auth.ts';

import { anyReply, ApiError, call, readString } from '../lib/api.ts';
import { Refused } from '../lib/failure.ts';
import { storePendingVerification } from './pending-verification.ts';

/** How a login ended (spec, section 4). */
export type LoginOutcome = 'success' | 'needs-confirmation';

/**
 * Logs in. An account whose phone waits for its code, or whose password has to be set again, leaves what /verify needs
 * in session storage; a code is on its way where one helps.
 * @throws Refused, ApiError, TypeError: every refusal with its own words
 */
export async function login(body: LoginBody): Promise<LoginOutcome> {
  try {
    const reply = await call('/api/login', { method: 'POST', body, reads: LoginReply, isSessionCheck: true });
    if ('user' in reply) return 'success';
    rememberVerification(body.email, { ...reply, isCodeSent: reply.codeSent });
    return 'needs-confirmation';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (needsConfirmation(error.sentence ?? '')) {
      await rememberRefusal(body.email, error);
      return 'needs-confirmation';
    }
    // Only this one says that the password is wrong. What it says otherwise is for the person as it is.
    if (error.status === 401) throw new Refused({ title: '', message: accountWords.invalidLogin });
    // The page has words for a fault of ours.
    if (error.status === 500) throw new Refused({ title: '', message: 'Failed to log in. Please try again.' });
    throw error;
  }
}

/** The password was right all the same: the refusal says whose it is (decisions, "Browser storage"). */
async function rememberRefusal(email: string, { body, sentence }: ApiError): Promise<void> {
  rememberVerification(email, {
    userId: readString(body, 'userId'),
    confirmationTicket: readString(body, 'confirmationTicket'),
    needsReset: sentence?.includes(accountWords.useCognito) ?? false,
    isCodeSent: await sendCode(email),
  });
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

type Known = {
  readonly userId: string | undefined;
  readonly confirmationTicket: string | undefined;
  readonly isCodeSent: boolean;
  readonly needsReset?: boolean;
};

function rememberVerification(email: string, { userId, confirmationTicket, isCodeSent, needsReset }: Known): void {
  storePendingVerification({
    email,
    userId,
    password: confirmationTicket,
    codeSentAt: isCodeSent ? String(Date.now()) : undefined,
    needsReset: needsReset ? 'true' : undefined,
  });
}
