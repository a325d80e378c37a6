import { parseJson } from '#contract/parse-json.ts';
import { CODE_MINUTES } from '#contract/verification-code.ts';
import { shownUser } from '#web/lib/api/call.ts';
import { PHONE_CHANGE_KEY } from '#web/lib/session.tsx';
import { withStorage } from '#web/lib/with-storage.ts';

/** A sent code: its recipient (ten digits), and how soon another may be requested. */
export type SentCode = { readonly phoneNumber: string; readonly retryAfterSeconds: number };

/**
 * Keeps for this tab that a code was sent, so that it can be entered after Back or a reload: a phone may discard the
 * page while its user looks for the text (docs/reference/decisions.md#browser-storage).
 */
export function keepChange({ phoneNumber, retryAfterSeconds }: SentCode): void {
  const now = Date.now();
  const kept = {
    userId: shownUser(),
    phoneNumber,
    nextCodeAt: now + retryAfterSeconds * 1000,
    expiresAt: now + CODE_MINUTES * 60_000,
  };
  withStorage(() => sessionStorage.setItem(PHONE_CHANGE_KEY, JSON.stringify(kept)));
}

/** The code that was sent last to this user and may still be valid, or null. */
export function readKeptChange(): SentCode | null {
  const kept = parseJson(withStorage(() => sessionStorage.getItem(PHONE_CHANGE_KEY)) ?? '') as Partial<
    Record<'userId' | 'phoneNumber' | 'nextCodeAt' | 'expiresAt', unknown>
  > | null;
  const isValid = kept?.userId === shownUser() && Number(kept?.expiresAt) > Date.now();
  if (!isValid || typeof kept?.phoneNumber !== 'string') return null;
  const retryAfterSeconds = Math.max(0, Math.ceil((Number(kept.nextCodeAt) - Date.now()) / 1000));
  return { phoneNumber: kept.phoneNumber, retryAfterSeconds };
}

/** Forgets the code: the phone was changed. */
export function dropKeptChange(): void {
  withStorage(() => sessionStorage.removeItem(PHONE_CHANGE_KEY));
}
