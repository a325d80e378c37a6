import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { CodeSentReply } from '#contract/auth.ts';
import { PhoneStatusReply } from '#contract/phone.ts';
import { formatUsPhone, nationalDigits } from '#contract/us-phone-input.ts';
import { CODE_COOLDOWN_SECONDS } from '#contract/verification-code.ts';
import { ApiError, call } from '#web/lib/api/call.ts';
import { failureOf, Refused } from '#web/lib/api/failure.ts';
import { addToast } from '#web/ui/feedback/toast-store.ts';

import { accountPagesCopy } from '../account-copy.ts';
import { loginCopy } from '../login-copy.ts';
import { type PendingVerification, renewPendingVerification } from '../pending-verification.ts';
import { useResend } from '../use-resend.ts';
import { orVerifiedByOther } from './or-verified-by-other.ts';

const copy = loginCopy.useSendCode;

/** Duration of the toast about the unverified phone (docs/reference/specification.md#constants). */
const UNVERIFIED_TOAST_MS = 8000;

type SendCodeHooks = {
  /** Called with the code's recipient, if the server discloses it and the field holds no other number. */
  readonly onNumber: (phoneNumber: string) => void;
  /** Called if the phone is already verified. */
  readonly onVerified: (message: string) => void;
  /** The current value of the phone field. */
  readonly readNumber: () => string;
  /** Called with the server's message if it refuses the number in the field. */
  readonly onRefused: (message: string) => void;
};

/** Sends the code when the page opens, and again on request, at most once a minute. */
export function useSendCode({ email, codeSentAt }: PendingVerification, hooks: SendCodeHooks) {
  const known = useRef('');
  const [firstFailure, setFirstFailure] = useState('');

  function take(reply: CodeSentReply): number {
    renewPendingVerification();
    if (reply.phoneNumber !== undefined) {
      // A number that was typed meanwhile stays.
      const isUntouched = ['', known.current].includes(nationalDigits(hooks.readNumber()));
      known.current = nationalDigits(reply.phoneNumber);
      if (isUntouched) hooks.onNumber(formatUsPhone(reply.phoneNumber));
    }
    return reply.retryAfterSeconds;
  }

  const resend = useResend({
    ...accountPagesCopy.resendFailure,
    setField(name, message) {
      if (name !== 'phoneNumber') return false;
      hooks.onRefused(message);
      return true;
    },
    async send() {
      setFirstFailure('');
      const typed = nationalDigits(hooks.readNumber());
      if (await isVerifiedAlready(typed)) return verified(copy.alreadyVerified);
      const reply = await askForCode(email, typed === known.current ? '' : typed);
      if (reply.alreadyVerified) return verified(reply.message);
      addToast({ title: copy.codeSent, description: reply.message });
      return take(reply);
    },
  });

  function verified(message: string): number {
    hooks.onVerified(message);
    return 0;
  }

  const sendFirst = useEffectEvent(async (): Promise<void> => {
    try {
      const reply = await askForCode(email);
      if (reply.alreadyVerified) return hooks.onVerified(reply.message);
      resend.start(take(reply));
      const description = copy.enterCodeHere(reply.message);
      addToast({ title: copy.phoneNotVerified, description, durationMs: UNVERIFIED_TOAST_MS });
    } catch (error) {
      const secondsAgo = (Date.now() - Number(codeSentAt ?? 0)) / 1000;
      const cooldownLeft = Math.ceil(CODE_COOLDOWN_SECONDS - secondsAgo);
      if (cooldownLeft > 0 && mayHaveCode(error)) return resend.start(cooldownLeft);
      if (error instanceof ApiError && error.retryAfterSeconds) resend.start(error.retryAfterSeconds);
      const { title, message } = failureOf(error, { title: copy.autoSendFailed, fallback: copy.codeNotSent });
      addToast({ title, description: message, tone: 'danger' });
      setFirstFailure(message);
    }
  });

  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    void sendFirst();
  }, []);

  const { secondsLeft, isPending, submit } = resend;
  return { secondsLeft, isPending, failure: resend.failure || firstFailure, submit: () => submit() };
}

/**
 * Whether the code that the login has just sent may be the one to enter: the next was refused because of it, or that is
 * not known. For any other reason, the carrier may have refused both.
 */
function mayHaveCode(error: unknown): boolean {
  if (error instanceof Refused) return false;
  return !(error instanceof ApiError) || error.status === 429;
}

/** @param phoneNumber only if it differs from the number on record, which needs proof of the password */
function askForCode(email: string, phoneNumber = ''): Promise<CodeSentReply> {
  const body = { email, ...(phoneNumber && { phoneNumber }) };
  return orVerifiedByOther(() => call('/api/resend-confirmation', { method: 'POST', body, reads: CodeSentReply }));
}

/** Whether the number is already verified. The server tells only its owner. */
async function isVerifiedAlready(phoneNumber: string): Promise<boolean> {
  if (phoneNumber.length !== 10) return false;
  const query = new URLSearchParams({ phoneNumber });
  return call(`/api/user/phone-status?${query}`, { reads: PhoneStatusReply }).then(
    ({ verified }) => verified,
    () => false,
  );
}
