import { useRef, useState } from 'react';

import { failureOf, type FailureCopy } from '#web/lib/api/failure.ts';

import { addToast, currentToasts, dismissToast } from '../feedback/toast-store.ts';

export type SubmitOptions = FailureCopy & {
  /** Shows a message at a field. @returns whether the form has that field */
  readonly setField?: (name: string, message: string) => boolean;
  /** Called with true when a submit begins and with false when it ends, for a dialog that must stay open meanwhile. */
  readonly onBusy?: (isBusy: boolean) => void;
};

/**
 * Runs one submit at a time and ignores repeats until it has ended. With `options`, a failure is shown at its field or
 * in `failure`, and a toast repeats it; without them, it is thrown.
 */
export function useSubmit<Values>(send: (values: Values) => Promise<void>, options?: SubmitOptions) {
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState('');
  const busy = useRef(false);

  function fail(error: unknown): void {
    if (!options) throw error;
    const { title, message, fields } = failureOf(error, options);
    const atFields = Object.entries(fields).filter(([name, text]) => options.setField?.(name, text));
    if (atFields.length === 0) setFailure(message);
    if (title !== '') addToast({ title, description: message, tone: 'danger' });
  }

  async function submit(values: Values): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setIsPending(true);
    options?.onBusy?.(true);
    setFailure('');
    dismissFailures();
    try {
      await send(values);
    } catch (error) {
      fail(error);
    } finally {
      busy.current = false;
      setIsPending(false);
      options?.onBusy?.(false);
    }
  }

  return { isPending, failure, submit };
}

/** Dismisses the error toasts of earlier attempts. */
function dismissFailures(): void {
  for (const { id, tone } of currentToasts()) if (tone === 'danger') dismissToast(id);
}
