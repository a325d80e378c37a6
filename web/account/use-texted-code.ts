import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { TextedCodeCheckReply, TextedCodeReply } from '#contract/phone.ts';
import { ApiError, call } from '#web/lib/api/call.ts';
import { hasSessionHint } from '#web/lib/cookies.ts';
import { useSession } from '#web/lib/session.tsx';
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
 * code has expired. `hasEnded`: the server refuses the checks for good, and only a login continues.
 */
export function useTextedCode({ readNumber, signIn, onVerified }: TextedCodeOptions) {
  const [shown, setShown] = useState<TextedCodeReply | null>(null);
  const [hasExpired, setHasExpired] = useState(false);
  const [hasEnded, setHasEnded] = useState(false);
  const { refresh } = useSession();
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
    } catch (error) {
      // Anything else may pass: the next check repeats it.
      if (error instanceof ApiError && error.status === 403) await end();
    } finally {
      isChecking.current = false;
    }
  });

  /**
   * The proof of the password has expired, or a check before has used it to sign in and its reply was lost, as phones cut
   * requests while the texting app is in front: then the session is this browser's, or the login is next.
   */
  async function end(): Promise<void> {
    const user = hasSessionHint(document.cookie) ? await refresh() : null;
    setShown(null);
    setHasEnded(user === null);
  }

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

  return { shown, hasExpired, hasEnded, isPending, failure, ask: () => void submit(undefined) };
}
