import { useEffect, useRef, type FormEvent, type ReactNode, type RefObject } from 'react';
import type { FieldErrors } from 'react-hook-form';

import { useFirstTouch } from '#web/lib/use-first-touch.ts';

import { Button } from '../button.tsx';
import { loadToaster } from '../feedback/load-toaster.ts';
import { NeedsJavaScript } from '../feedback/needs-javascript.tsx';
import * as copy from '../ui-copy.ts';
import { SubmitArea } from './submit-area.tsx';

type FormProps = {
  /**
   * The page's own address. A form submitted before the script runs must neither lose nor expose what was typed: it is
   * sent as a POST, and the server redirects back without reading it.
   */
  readonly action: string;
  /** The form library's state: the errors, and the number of submits. */
  readonly state: { readonly errors: FieldErrors; readonly submitCount: number };
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  /** The error that concerns no single field; empty if there is none. */
  readonly failure: string;
  readonly isPending: boolean;
  /** The buttons. The failure is shown above them, the waiting message below. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
};

/**
 * A form that focuses the first invalid field on submit and from then on lists all errors at the top if there are many.
 * Messages that appear or disappear never push the focused element out of view.
 */
export function Form({ action, state, onSubmit, failure, isPending, actions, children }: FormProps) {
  const { errors, submitCount } = state;
  const form = useRef<HTMLFormElement>(null);
  const focusedAtSubmit = useRef<Element>(null);
  useFirstTouch(loadToaster);
  useFocusInView(form);

  useEffect(() => {
    if (submitCount === 0) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalid?.focus();
    // A field that gets the focus is read with its error. One that has it already is not read again.
    if (invalid && invalid === focusedAtSubmit.current) notifyOfError(invalid);
    // The list stands above the field that was scrolled to, perhaps under the sticky header.
    form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [submitCount]);

  return (
    <form
      ref={form}
      noValidate
      method="post"
      action={action}
      className="space-y-5"
      onSubmit={(event) => {
        focusedAtSubmit.current = document.activeElement;
        void onSubmit(event);
      }}
    >
      <NeedsJavaScript>{copy.needsJavaScript}</NeedsJavaScript>
      {submitCount > 0 && <ErrorSummary errors={errors} />}
      {children}
      <SubmitArea failure={failure} isPending={isPending}>
        {actions}
      </SubmitArea>
    </form>
  );
}

/**
 * Has a screen reader say the error of a field, where the browser can (Chrome and Edge 141). A live region would be read
 * elsewhere too, but stands in the page a second time for everyone who reads it line by line.
 */
function notifyOfError(field: HTMLElement): void {
  const ids = field.getAttribute('aria-describedby')?.split(' ');
  // Hints describe it too, such as the rules of a password.
  const id = ids?.find((one) => one.endsWith('-error'));
  const message = id === undefined ? null : document.getElementById(id)?.textContent;
  if (message) field.ariaNotify?.(message, { priority: 'high' });
}

type SubmitButtonProps = { readonly isPending: boolean; readonly pending: string; readonly children: string };

/** The wide button at the end of a page's form; it says `pending` while the form is being sent. */
export function SubmitButton({ isPending, pending, children }: SubmitButtonProps) {
  return (
    <Button type="submit" size="lg" isPending={isPending} className="w-full">
      {isPending ? pending : children}
    </Button>
  );
}

/** Number of errors from which the summary is shown. */
const SUMMARY_FROM = 3;

function ErrorSummary({ errors }: { errors: FieldErrors }) {
  const faults = faultsOf(errors);
  if (faults.length < SUMMARY_FROM) return null;
  return (
    <div role="alert" className="rounded-md border border-danger bg-danger-tint p-4">
      <h2 className="text-base text-danger">{copy.fixFields}</h2>
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

/** The errors in the order of their fields on the page. */
function faultsOf(errors: FieldErrors) {
  const faults = Object.entries(errors).flatMap(([name, error]) => {
    const message = error?.message;
    // Found by name: the library gives no element for a checkbox or a group of radio buttons.
    return typeof message === 'string' ? [{ name, message, field: document.getElementsByName(name)[0] }] : [];
  });
  return faults.sort((a, b) => (isBefore(a.field, b.field) ? -1 : 1));
}

function isBefore(a: HTMLElement | undefined, b: HTMLElement | undefined): boolean {
  if (!a || !b) return a !== undefined;
  return (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/**
 * Keeps the focused element in view while the area changes size: the error message of the previous field could push it
 * out of view.
 */
function useFocusInView(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    // Runs after layout and before paint (https://drafts.csswg.org/resize-observer/#html-event-loop), so nothing jumps.
    const observer = new ResizeObserver(() => {
      const focused = document.activeElement;
      if (focused && focused !== element && element.contains(focused)) {
        focused.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      }
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [area]);
}
