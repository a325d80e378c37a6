import { useState } from 'react';

import { useDelayed } from '#web/lib/use-delayed.ts';
import { Button } from '#web/ui/button.tsx';

import { dashboardCopy } from './dashboard-copy.ts';

const copy = dashboardCopy.copyNumber;

const COPIED_MS = 2000;

type CopyNumberProps = {
  /** As it is shown: "(202) 555-0100". */
  readonly number: string;
  readonly variant?: 'secondary' | 'quiet';
  readonly className?: string;
};

/** A button that copies a number to text, to paste it into the phone's contacts. */
export function CopyNumber({ number, variant = 'quiet', className = '' }: CopyNumberProps) {
  const [isCopied, setIsCopied] = useState(false);
  const later = useDelayed();

  async function copyNumber(): Promise<void> {
    try {
      await navigator.clipboard.writeText(number);
      setIsCopied(true);
      later(COPIED_MS, () => setIsCopied(false));
    } catch {
      // The browser denied access; the number can be selected and copied manually.
    }
  }

  return (
    <Button variant={variant} onClick={() => void copyNumber()} className={className}>
      <span aria-live="polite">{isCopied ? copy.copied : copy.copy}</span>
      <span className="sr-only"> {number}</span>
    </Button>
  );
}
