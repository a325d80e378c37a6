import { useEffect, useRef, type ReactNode } from 'react';

import { Alert } from '../feedback/alert.tsx';
import { SlowNotice } from '../feedback/slow-notice.tsx';

type SubmitAreaProps = {
  /** Why the last attempt failed; empty if it did not, or where its place says so. */
  readonly failure?: string;
  readonly isPending: boolean;
  /** The buttons. */
  readonly children: ReactNode;
};

/** Buttons with the failure above them, scrolled into view, and the waiting message below. */
export function SubmitArea({ failure = '', isPending, children }: SubmitAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure !== '') area.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  // The scroll margin leaves room for the toast, which would cover the failure on a phone.
  return (
    <div ref={area} className="scroll-mb-36 space-y-4">
      {failure !== '' && <Alert>{failure}</Alert>}
      <div>
        {children}
        <SlowNotice isPending={isPending} />
      </div>
    </div>
  );
}
