import { useState } from 'react';

import { formatUsPhone } from '#contract/us-phone-input.ts';

import { Button } from '../ui/button.tsx';

const COPIED_MS = 2000;

/** A number to text, large enough to be typed into a phone beside it. */
export function ServiceNumber({ number }: { number: string }) {
  const shown = `+1 ${formatUsPhone(number)}`;
  const [isCopied, setIsCopied] = useState(false);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(shown);
      setIsCopied(true);
      setTimeout(() => setIsCopied(false), COPIED_MS);
    } catch {
      // The browser forbids it: the number can be marked and copied by hand.
    }
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-1">
      <a href={`sms:${number}`} className="py-1 text-xl font-semibold text-brand tabular-nums hover:underline">
        {shown}
      </a>
      <Button variant="quiet" onClick={() => void copy()} className="-mr-3 px-3">
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
        <span className="sr-only"> {shown}</span>
      </Button>
    </li>
  );
}
