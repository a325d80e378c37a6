import { useEffect, useState } from 'react';

/** After how many milliseconds of waiting which words appear. */
const stages = [
  [1000, 'Still working…'],
  [10_000, 'This is taking longer than usual. Please keep this page open; you don’t need to press again.'],
] as const;

/** Says that work is still under way: once it is slow, and once it is very slow. Read out by screen readers. */
export function Patience({ isPending }: { isPending: boolean }) {
  return <output className="mt-2 block text-sm text-muted empty:mt-0">{usePatience(isPending)}</output>;
}

function usePatience(isPending: boolean): string {
  const [words, setWords] = useState('');
  useEffect(() => {
    if (!isPending) return undefined;
    const timers = stages.map(([afterMs, text]) => setTimeout(() => setWords(text), afterMs));
    return () => {
      for (const timer of timers) clearTimeout(timer);
      setWords('');
    };
  }, [isPending]);
  return isPending ? words : '';
}
