import { useEffect, useState } from 'react';

import { CODE_COOLDOWN_SECONDS } from '#contract/verification-code.ts';

/**
 * Counts down to the moment in which another code may be asked for, from `initialSeconds` at first. `start` takes the
 * server's number if it has one.
 */
export function useCooldown(initialSeconds = 0) {
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
