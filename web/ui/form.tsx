import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import type { FieldErrors } from 'react-hook-form';

import { useFirstTouch } from '../lib/use-first-touch.ts';
import { useFocusInView } from '../lib/use-focus-in-view.ts';
import { loadToaster } from './load-toaster.ts';
import { SubmitArea } from './submit-area.tsx';

type FormProps = {
  /**
   * The page's own address. A form that is sent before the script runs must neither lose nor show what was typed: it
   * goes out as a POST, and the server leads back without reading it.
   */
  readonly action: string;
  /** Of the form library: what is wrong, and how often it was sent. */
  readonly state: { readonly errors: FieldErrors; readonly submitCount: number };
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  /** Why sending failed, where that is no single field's fault; empty where it did not. */
  readonly failure: string;
  readonly isPending: boolean;
  /** The buttons. What went wrong stands above them, that it takes long below. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
};

/**
 * A form whose first fault gets the focus on sending, with all of them listed above it when there are many. Messages
 * that come and go never push what has the focus out of the window.
 */
export function Form({ action, state, onSubmit, failure, isPending, actions, children }: FormProps) {
  const { errors, submitCount } = state;
  const form = useRef<HTMLFormElement>(null);
  useFirstTouch(loadToaster);
  useFocusInView(form);

  useEffect(() => {
    if (submitCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);

  return (
    <form
      ref={form}
      noValidate
      method="post"
      action={action}
      className="space-y-5"
      onSubmit={(event) => void onSubmit(event)}
    >
      <p data-needs-no-js className="rounded-md bg-warn-tint p-4 text-warn">
        This form needs JavaScript, which this browser does not run.
      </p>
      <ErrorSummary errors={errors} />
      {children}
      <SubmitArea failure={failure} isPending={isPending}>
        {actions}
      </SubmitArea>
    </form>
  );
}

/** From this many faults on, a list at the top helps more than it disturbs. */
const SUMMARY_FROM = 3;

function ErrorSummary({ errors }: { errors: FieldErrors }) {
  const faults = faultsOf(errors);
  if (faults.length < SUMMARY_FROM) return null;
  return (
    <div role="alert" className="rounded-md border border-danger bg-danger-tint p-4">
      <h2 className="text-base text-danger">Please check these fields</h2>
      <ul className="mt-1 space-y-1 text-sm">
        {faults.map(({ name, message, field }) => (
          <li key={name}>
            <button type="button" onClick={() => field?.focus()} className="min-h-6 text-left text-ink underline">
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The faults in the order in which their fields stand on the page. */
function faultsOf(errors: FieldErrors) {
  const faults = Object.entries(errors).flatMap(([name, error]) => {
    const { message, ref } = (error ?? {}) as { message?: string; ref?: unknown };
    return message ? [{ name, message, field: ref instanceof HTMLElement ? ref : null }] : [];
  });
  return faults.sort((a, b) => (isBefore(a.field, b.field) ? -1 : 1));
}

function isBefore(a: HTMLElement | null, b: HTMLElement | null): boolean {
  if (!a || !b) return a !== null;
  return (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
