import { useEffect, useState } from 'react';

import * as copy from '../ui-copy.ts';

/** Milliseconds of waiting, and the text shown from then on. */
const stages = [
  [1000, copy.stillWorking],
  [10_000, copy.takingLonger],
] as const;

/**
 * Says that work is still in progress: once when it is slow, and again when it is very slow. Announced by screen
 * readers.
 */
export function SlowNotice({ isPending }: { isPending: boolean }) {
  return <output className="mt-2 block text-sm text-muted empty:mt-0">{useSlowNotice(isPending)}</output>;
}

function useSlowNotice(isPending: boolean): string {
  const [message, setMessage] = useState('');
  useEffect(() => {
    if (!isPending) return undefined;
    const timers = stages.map(([afterMs, text]) => setTimeout(() => setMessage(text), afterMs));
    return () => {
      for (const timer of timers) clearTimeout(timer);
      setMessage('');
    };
  }, [isPending]);
  return isPending ? message : '';
}
