import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { accountCopy } from '#contract/account-copy.ts';
import { TextedCodeCheckReply, TextedCodeReply } from '#contract/phone.ts';
import { ApiError, call } from '#web/lib/api/call.ts';
import { hasSessionHint } from '#web/lib/cookies.ts';
import { useSession } from '#web/lib/session.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { accountPagesCopy } from './account-copy.ts';

const copy = accountPagesCopy.useTextedCode;

/** Interval at which the page checks whether the text has arrived. */
const CHECK_EVERY_MS = 3000;
const path = '/api/verify/phone/by-text';

type TextedCodeOptions = {
  /** The digits of a number other than the one on record; empty for that one. */
  readonly readNumber: () => string;
  /** Whether the text's arrival also signs the visitor in. */
  readonly signIn: boolean;
  readonly onVerified: (reply: TextedCodeCheckReply) => void;
  /** A code is requested without a click. */
  readonly isNeeded?: boolean;
  /** The code that was shown before a reload, still valid. */
  readonly kept?: TextedCodeReply | null;
  /** The text may have arrived while the page was gone: it is looked for before a code is requested. */
  readonly isRestored?: boolean;
  /** Called with each code that is requested. */
  readonly onShown?: (code: TextedCodeReply) => void;
};

/** The code that is shown, until it expires. */
function useShownCode(kept: TextedCodeReply | null) {
  const [shown, setShown] = useState(kept);
  const [hasExpired, setHasExpired] = useState(false);
  useEffect(() => {
    if (shown === null) return undefined;
    const end = setTimeout(() => {
      setShown(null);
      setHasExpired(true);
    }, shown.expiresInSeconds * 1000);
    return () => clearTimeout(end);
  }, [shown]);

  function show(code: TextedCodeReply | null): void {
    setShown(code);
    if (code !== null) setHasExpired(false);
  }
  return { shown, hasExpired, show };
}

/** @returns null when the phone is verified already */
async function requestCode(phoneNumber: string): Promise<TextedCodeReply | null> {
  const body = phoneNumber === '' ? {} : { phoneNumber };
  try {
    return await call(path, { method: 'POST', body, reads: TextedCodeReply });
  } catch (error) {
    if (error instanceof ApiError && error.sentence === accountCopy.alreadyVerified) return null;
    throw error;
  }
}

/**
 * Requests a code that the user texts to us, and polls for that text. `shown` is null before the request and after the
 * code has expired. `hasEnded`: the server refuses the checks for good, and only a login continues.
 */
export function useTextedCode({ readNumber, signIn, onVerified, kept = null, ...options }: TextedCodeOptions) {
  const { shown, hasExpired, show } = useShownCode(kept);
  const [hasEnded, setHasEnded] = useState(false);
  const { refresh } = useSession();
  const isChecking = useRef(false);

  const { isPending, failure, submit } = useSubmit(
    async () => {
      const code = await requestCode(readNumber());
      if (code === null) return end();
      show(code);
      options.onShown?.(code);
    },
    { title: '', fallback: copy.noCode },
  );

  /** @returns whether there is nothing left to look for */
  const check = useEffectEvent(async (): Promise<boolean> => {
    if (isChecking.current) return false;
    isChecking.current = true;
    try {
      const reply = await call(`${path}/check`, { method: 'POST', body: { signIn }, reads: TextedCodeCheckReply });
      if (!reply.verified) return false;
      show(null);
      onVerified(reply);
      return true;
    } catch (error) {
      // Anything else may pass: the next check repeats it.
      if (!(error instanceof ApiError && error.status === 403)) return false;
      await end();
      return true;
    } finally {
      isChecking.current = false;
    }
  });

  const begin = useEffectEvent(async (): Promise<void> => {
    if (options.isRestored === true && (await check())) return;
    // Another code would replace the one in the text that is ready to send.
    if (options.isNeeded === true && kept === null) await submit(undefined);
  });
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void begin();
  }, []);

  /**
   * The proof of the password has expired, or an earlier check used it to sign in and its reply was lost (phones cut
   * requests while the texting app is in front). So this browser either has a session now, or has to log in.
   */
  async function end(): Promise<void> {
    const user = hasSessionHint(document.cookie) ? await refresh() : null;
    show(null);
    setHasEnded(user === null);
  }

  useEffect(() => {
    if (shown === null) return undefined;
    const checks = setInterval(() => void check(), CHECK_EVERY_MS);
    return () => clearInterval(checks);
  }, [shown]);

  return { shown, hasExpired, hasEnded, isPending, failure, ask: () => void submit(undefined) };
}
