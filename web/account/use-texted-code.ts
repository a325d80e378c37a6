import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { TextedCodeCheckReply, TextedCodeReply } from '#contract/phone.ts';
import { call } from '#web/lib/api/call.ts';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { accountWords } from './account-words.ts';

const words = accountWords.useTextedCode;

/** Interval at which the page checks whether the text has arrived. */
const CHECK_EVERY_MS = 3000;
const path = '/api/verify/phone/by-text';

type TextedCodeOptions = {
  /** The digits of a number other than the one on record; empty for that one. */
  readonly readNumber: () => string;
  /** Whether the text's arrival also signs the visitor in. */
  readonly signIn: boolean;
  readonly onVerified: (reply: TextedCodeCheckReply) => void;
};

/**
 * Requests a code that the user texts to us, and polls for that text. `shown` is null before the request and after the
 * code has expired.
 */
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
    { title: '', fallback: words.noCode },
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
      // the next check repeats it
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
