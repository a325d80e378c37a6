import { useRef, useState } from 'react';

import { failureOf, type FailureWords } from './failure.ts';
import { addToast, currentToasts, dismissToast } from './toast-store.ts';

type SubmitOptions = FailureWords & {
  /** Puts a message beside a field. @returns whether the form has such a field */
  readonly setField?: (name: string, message: string) => boolean;
};

/**
 * Runs one submit at a time: repeats are ignored until it is done, whether it worked or not. With words for it, a
 * failure goes to its field, or else into `failure`, which the form shows; a toast repeats it. Without, it is thrown.
 */
export function useSubmit<Values>(send: (values: Values) => Promise<void>, options?: SubmitOptions) {
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState('');
  const busy = useRef(false);

  function fail(error: unknown): void {
    if (!options) throw error;
    const { title, message, fields } = failureOf(error, options);
    const atFields = Object.entries(fields).filter(([name, words]) => options.setField?.(name, words));
    if (atFields.length === 0) setFailure(message);
    if (title !== '') addToast({ title, description: message, tone: 'danger' });
  }

  async function submit(values: Values): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setIsPending(true);
    setFailure('');
    dismissFailures();
    try {
      await send(values);
    } catch (error) {
      fail(error);
    } finally {
      busy.current = false;
      setIsPending(false);
    }
  }

  return { isPending, failure, submit };
}

/** What an earlier try was told is no longer true. */
function dismissFailures(): void {
  for (const { id, tone } of currentToasts()) if (tone === 'danger') dismissToast(id);
}
