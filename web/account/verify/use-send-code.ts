import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { CodeSentReply } from '#contract/auth.ts';
import { PhoneStatusReply } from '#contract/phone.ts';
import { formatUsPhone, nationalDigits } from '#contract/us-phone-input.ts';
import { CODE_COOLDOWN_SECONDS } from '#contract/verification-code.ts';

import { ApiError, call, sentenceOf } from '../../lib/api.ts';
import { addToast } from '../../lib/toast-store.ts';
import type { PendingVerification } from '../pending-verification.ts';
import { useCooldown } from '../use-cooldown.ts';

/** How long the reminder stays that the phone is not verified (spec, section 9). */
const UNVERIFIED_TOAST_MS = 8000;

type SendCodeHooks = {
  /** The number that the code went to, where the server tells. */
  readonly onNumber: (phoneNumber: string) => void;
  /** The phone needs no code. */
  readonly onVerified: (message: string) => void;
  /** What stands in the phone field. */
  readonly readNumber: () => string;
};

/** Sends the code: once as the page opens, and again when asked. A minute passes between two. */
export function useSendCode({ email, codeSentAt }: PendingVerification, hooks: SendCodeHooks) {
  const cooldown = useCooldown();
  const [isPending, setIsPending] = useState(false);
  const known = useRef('');

  function take(reply: CodeSentReply): void {
    cooldown.start(reply.retryAfterSeconds);
    if (reply.phoneNumber === undefined) return;
    known.current = nationalDigits(reply.phoneNumber);
    hooks.onNumber(formatUsPhone(reply.phoneNumber));
  }

  const sendFirst = useEffectEvent(async (): Promise<void> => {
    try {
      const reply = await askForCode(email);
      if (reply.alreadyVerified) return hooks.onVerified(reply.message);
      take(reply);
      const description = `${reply.message} Enter it here to finish.`;
      addToast({ title: 'Phone Not Verified', description, durationMs: UNVERIFIED_TOAST_MS });
    } catch (error) {
      // The login has sent one a moment ago: that one is as good.
      const secondsAgo = (Date.now() - Number(codeSentAt ?? 0)) / 1000;
      if (secondsAgo < CODE_COOLDOWN_SECONDS) return cooldown.start(Math.ceil(CODE_COOLDOWN_SECONDS - secondsAgo));
      startAfter(error, cooldown.start);
      addToast({ title: 'Auto-send failed', description: sentenceOf(error, TRY_AGAIN), tone: 'danger' });
    }
  });

  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    void sendFirst();
  }, []);

  async function send(): Promise<void> {
    setIsPending(true);
    const typed = nationalDigits(hooks.readNumber());
    try {
      if (await isVerifiedAlready(typed)) return hooks.onVerified('This phone number is already verified.');
      const reply = await askForCode(email, typed === known.current ? '' : typed);
      if (reply.alreadyVerified) return hooks.onVerified(reply.message);
      take(reply);
      addToast({ title: 'Code sent', description: reply.message });
    } catch (error) {
      startAfter(error, cooldown.start);
      addToast({ title: 'Failed to resend code', description: sentenceOf(error, TRY_AGAIN), tone: 'danger' });
    } finally {
      setIsPending(false);
    }
  }

  return { secondsLeft: cooldown.secondsLeft, isPending, send };
}

const TRY_AGAIN = 'Please try again in a moment.';

function startAfter(error: unknown, start: (seconds: number) => void): void {
  if (error instanceof ApiError && error.retryAfterSeconds) start(error.retryAfterSeconds);
}

/** @param phoneNumber only where it is not the one on record: that needs proof of the password */
function askForCode(email: string, phoneNumber = ''): Promise<CodeSentReply> {
  const body = { email, ...(phoneNumber && { phoneNumber }) };
  return call('/api/resend-confirmation', { method: 'POST', body, reads: CodeSentReply });
}

/** Whether the number needs no code any more. Nobody but its owner is told: everybody else gets a code, or none. */
async function isVerifiedAlready(phoneNumber: string): Promise<boolean> {
  if (phoneNumber.length !== 10) return false;
  const query = new URLSearchParams({ phoneNumber });
  return call(`/api/user/phone-status?${query}`, { reads: PhoneStatusReply }).then(
    ({ verified }) => verified,
    () => false,
  );
}
