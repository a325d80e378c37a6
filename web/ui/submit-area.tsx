import { useEffect, useRef, type ReactNode } from 'react';

import { Alert } from './alert.tsx';
import { Patience } from './patience.tsx';

type SubmitAreaProps = {
  /** Why the last try failed; empty where it did not. */
  readonly failure: string;
  readonly isPending: boolean;
  /** The buttons. */
  readonly children: ReactNode;
};

/** What is pressed, with what came of it right above, in view, and that it is slow right below. */
export function SubmitArea({ failure, isPending, children }: SubmitAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure !== '') area.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  // The margin is room for the toast that repeats the failure, which would cover it on a phone.
  return (
    <div ref={area} className="scroll-mb-36 space-y-4">
      {failure !== '' && <Alert>{failure}</Alert>}
      <div>
        {children}
        <Patience isPending={isPending} />
      </div>
    </div>
  );
}
