import {
  clearPendingVerification,
  readPendingVerification,
  storePendingVerification,
} from '../pending-verification.ts';
import type { NewAccount } from './verify-step.tsx';

const FLOW = 'signup_confirmation';

/**
 * Keeps step 2 of the sign-up for this tab: a phone may discard the page while its user looks for the code. Called again
 * with every code, which renews the ticket (docs/reference/decisions.md#browser-storage).
 */
export function storePendingSignup(account: NewAccount): void {
  const { email, phoneNumber, isHelper, confirmationTicket, notSent, retryAfterSeconds } = account;
  withStorage(() =>
    storePendingVerification(FLOW, {
      email,
      password: confirmationTicket,
      phoneNumber,
      isHelper: isHelper ? 'true' : undefined,
      notSent: notSent ?? undefined,
      nextCodeAt: String(Date.now() + retryAfterSeconds * 1000),
    }),
  );
}

/** The kept sign-up, or null; never in the prerendered HTML. */
export function readPendingSignup(): NewAccount | null {
  const pending = withStorage(() => readPendingVerification(FLOW));
  if (!pending?.password || !pending.phoneNumber) return null;
  return {
    email: pending.email,
    phoneNumber: pending.phoneNumber,
    isHelper: pending.isHelper === 'true',
    confirmationTicket: pending.password,
    notSent: pending.notSent ?? null,
    retryAfterSeconds: Math.max(0, Math.ceil((Number(pending.nextCodeAt) - Date.now()) / 1000)),
  };
}

/** Forgets the kept sign-up: it has ended, or another begins. */
export function clearPendingSignup(): void {
  withStorage(clearPendingVerification);
}

/** A sign-up also works in a browser that blocks storage; then a reload loses the step. */
function withStorage<Value>(use: () => Value): Value | null {
  try {
    return use();
  } catch {
    return null;
  }
}
