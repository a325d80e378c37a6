import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { TextedCodeCheckReply, TextedCodeReply } from '#contract/phone.ts';

import { call } from '../lib/api.ts';
import { useSubmit } from '../lib/use-submit.ts';

/** How often the page asks whether the text has come. */
const CHECK_EVERY_MS = 3000;
const path = '/api/verify/phone/by-text';

type TextedCodeOptions = {
  /** Another number than the one on record, as digits; empty for that one. */
  readonly readNumber: () => string;
  /** Whether the page wants to be signed in when the text has come. */
  readonly signIn: boolean;
  readonly onVerified: (reply: TextedCodeCheckReply) => void;
};

/** A code that the phone texts to us, and the wait for that text. `shown` is null before, and once it has expired. */
export function useTextedCode({ readNumber, signIn, onVerified }: TextedCodeOptions) {
  const [shown, setShown] = useState<TextedCodeReply | null>(null);
  const [hasExpired, setHasExpired] = useState(false);
  const isChecking = useRef(false);

  const { isPending, failure, submit } = useSubmit(
    async () => {
      const phoneNumber = readNumber();
      const body = phoneNumber === '' ? {} : { phoneNumber };
      setShown(await call(path, { method: 'POST', body, reads: TextedCodeReply }));
      setHasExpired(false);
    },
    { title: '', fallback: 'We couldn’t get a code. Please try again in a moment.' },
  );

  const check = useEffectEvent(async (): Promise<void> => {
    if (isChecking.current) return;
    isChecking.current = true;
    try {
      const reply = await call(`${path}/check`, { method: 'POST', body: { signIn }, reads: TextedCodeCheckReply });
      if (!reply.verified) return;
      setShown(null);
      onVerified(reply);
    } catch {
      // asked again in a moment
    } finally {
      isChecking.current = false;
    }
  });

  useEffect(() => {
    if (shown === null) return undefined;
    const checks = setInterval(() => void check(), CHECK_EVERY_MS);
    const end = setTimeout(() => {
      setShown(null);
      setHasExpired(true);
    }, shown.expiresInSeconds * 1000);
    return () => {
      clearInterval(checks);
      clearTimeout(end);
    };
  }, [shown]);

  return { shown, hasExpired, isPending, failure, ask: () => void submit(undefined) };
}
