import { useEffect } from 'react';

import { adminWords } from '#contract/admin-words.ts';
import { OPERATOR_IDLE_MINUTES, OPERATOR_SESSION_PREFIX } from '#contract/admin.ts';

const idleMs = OPERATOR_IDLE_MINUTES * 60_000;
const lookEveryMs = 15_000;
const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/**
 * Locks the area of a named operator who has left the desk. The server cannot tell: a page that refreshes on its own
 * keeps calling. The shared password has no such lock.
 */
export function useIdleLock(token: string, onLock: (failure: string) => void): void {
  useEffect(() => {
    if (!token.startsWith(OPERATOR_SESSION_PREFIX)) return;
    let lastSeen = Date.now();
    // Before a key counts as a sign of life: after a night with the lid closed it comes before the next look.
    function look(): void {
      if (Date.now() - lastSeen >= idleMs) onLock(adminWords.signedOutIdle);
    }
    function note(): void {
      look();
      lastSeen = Date.now();
    }
    const timer = setInterval(look, lookEveryMs);
    for (const sign of signsOfLife) addEventListener(sign, note, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      for (const sign of signsOfLife) removeEventListener(sign, note, { capture: true });
    };
  }, [token, onLock]);
}
