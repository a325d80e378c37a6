import { accountCopy, needsConfirmation } from '#contract/account-copy.ts';
import { LoginReply, type LoginBody } from '#contract/auth.ts';
import { anyReply, ApiError, call, readString } from '#web/lib/api/call.ts';
import { Refused } from '#web/lib/api/failure.ts';

import { loginCopy } from './login-copy.ts';
import { storePendingVerification } from './pending-verification.ts';

const copy = loginCopy.login;

/** How a login ended (docs/reference/specification.md#login). */
export type LoginOutcome = 'success' | 'needs-confirmation';

/**
 * Logs in. If the phone is unverified or the password must be reset, stores what /verify needs in session storage and
 * has a code sent if possible.
 * @throws Refused, ApiError, TypeError with a message for every refusal
 */
export async function login(body: LoginBody): Promise<LoginOutcome> {
  try {
    const reply = await call('/api/login', { method: 'POST', body, reads: LoginReply, isSessionCheck: true });
    if ('user' in reply) return 'success';
    rememberVerification(body.email, { ...reply, isHelper: reply.isHelper ?? false, isCodeSent: reply.codeSent });
    return 'needs-confirmation';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (needsConfirmation(error.sentence ?? '')) {
      await rememberRefusal(body.email, error);
      return 'needs-confirmation';
    }
    // Only 401 means a wrong password. Other refusals are shown unchanged.
    if (error.status === 401) throw new Refused({ title: '', message: accountCopy.invalidLogin });
    // The page has its own message for a server error.
    if (error.status === 500) throw new Refused({ title: '', message: copy.loginFailed });
    throw error;
  }
}

/** The password was correct, so the refusal identifies the account (docs/reference/decisions.md#browser-storage). */
async function rememberRefusal(email: string, { body, sentence }: ApiError): Promise<void> {
  rememberVerification(email, {
    userId: readString(body, 'userId'),
    confirmationTicket: readString(body, 'confirmationTicket'),
    isHelper: isHelperOf(body),
    needsReset: sentence?.includes(accountCopy.useCognito) ?? false,
    isCodeSent: await sendCode(email),
  });
}

const isHelperOf = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'isHelper' in body && body.isHelper === true;

/** Sends a code. @returns false if that failed; the next page then requests one */
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
  readonly isHelper: boolean;
  readonly needsReset?: boolean;
};

function rememberVerification(email: string, known: Known): void {
  const { userId, confirmationTicket, isCodeSent, isHelper, needsReset } = known;
  storePendingVerification('login_confirmation', {
    email,
    userId,
    password: confirmationTicket,
    codeSentAt: isCodeSent ? String(Date.now()) : undefined,
    isHelper: isHelper ? 'true' : undefined,
    needsReset: needsReset ? 'true' : undefined,
  });
}
