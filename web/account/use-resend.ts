import { useEffect, useState } from 'react';

import { CODE_COOLDOWN_SECONDS } from '#contract/verification-code.ts';
import { ApiError } from '#web/lib/api/call.ts';
import { useSubmit, type SubmitOptions } from '#web/ui/forms/use-submit.ts';

type ResendOptions<Value> = SubmitOptions & {
  /** Sends a code. @returns seconds to wait before the next code */
  readonly send: (value: Value) => Promise<number>;
  readonly initialSeconds?: number;
};

/** Sends codes, waiting between two as long as the server demands. `sendNow` throws; `submit` shows failures. */
export function useResend<Value = void>({ send, initialSeconds, ...submitOptions }: ResendOptions<Value>) {
  const { secondsLeft, start } = useCooldown(initialSeconds);

  async function sendNow(value: Value): Promise<void> {
    try {
      start(await send(value));
    } catch (error) {
      if (error instanceof ApiError && error.retryAfterSeconds) start(error.retryAfterSeconds);
      throw error;
    }
  }

  const { isPending, failure, submit } = useSubmit(sendNow, submitOptions);
  return { secondsLeft, isPending, failure, submit, sendNow, start };
}

/**
 * Counts down the seconds until another code may be requested, from `initialSeconds` at first. `start` takes the
 * server's value if there is one.
 */
function useCooldown(initialSeconds = 0) {
  const [now, setNow] = useState(() => (initialSeconds > 0 ? Date.now() : 0));
  const [endsAt, setEndsAt] = useState(now + initialSeconds * 1000);
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isRunning = secondsLeft > 0;

  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);

  function start(seconds = CODE_COOLDOWN_SECONDS): void {
    setNow(Date.now());
    setEndsAt(Date.now() + seconds * 1000);
  }

  return { secondsLeft, start };
}
