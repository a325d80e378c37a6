import { parseJson } from '#contract/parse-json.ts';
import type { TextedCodeReply } from '#contract/phone.ts';
import { withStorage } from '#web/lib/with-storage.ts';

import {
  clearPendingVerification,
  readPendingVerification,
  storePendingTextedCode,
  storePendingVerification,
} from '../pending-verification.ts';
import type { NewAccount } from './new-account.ts';

const FLOW = 'signup_confirmation';

/**
 * Keeps step 2 of the sign-up for this tab: a phone may discard the page while its user looks for the code. Called again
 * with every code, which renews the ticket (docs/reference/decisions.md#browser-storage).
 */
export function storePendingSignup(account: NewAccount): void {
  const { email, phoneNumber, isHelper, confirmationTicket, notSent, retryAfterSeconds } = account;
  withStorage(() => {
    const earlier = readPendingVerification(FLOW);
    const isSame = earlier?.email === email && earlier.phoneNumber === phoneNumber;
    storePendingVerification(FLOW, {
      // It is still shown next to another code to the same number.
      textedCode: isSame ? earlier.textedCode : undefined,
      email,
      password: confirmationTicket,
      phoneNumber,
      isHelper: isHelper ? 'true' : undefined,
      notSent: notSent ?? undefined,
      nextCodeAt: String(Date.now() + retryAfterSeconds * 1000),
    });
  });
}

/** Keeps the code that step 2 shows: the texting app, in front of the page, has it in a text that is ready to send. */
export function storeTextedCode(code: TextedCodeReply): void {
  const expiresAt = Date.now() + code.expiresInSeconds * 1000;
  withStorage(() => storePendingTextedCode(JSON.stringify({ ...code, expiresAt })));
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
    textedCode: readTextedCode(pending.textedCode),
    isRestored: true,
  };
}

/** The kept code, with the seconds that it has left; null once it has expired, or if it cannot be read. */
function readTextedCode(kept: string | undefined): TextedCodeReply | null {
  const code = parseJson(kept ?? '') as (TextedCodeReply & { readonly expiresAt: number }) | null | undefined;
  const expiresInSeconds = Math.ceil((Number(code?.expiresAt) - Date.now()) / 1000);
  return code && expiresInSeconds > 0 ? { ...code, expiresInSeconds } : null;
}

/** Forgets the kept sign-up: it has ended, or another begins. */
export function clearPendingSignup(): void {
  withStorage(clearPendingVerification);
}
