import * as RadixDialog from '@radix-ui/react-dialog';
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';

import { useBackToClose } from './back-to-close.ts';
import { Button } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import * as copy from './ui-copy.ts';

type DialogProps = {
  readonly title: string;
  readonly description?: ReactNode;
  /** Changes with each step; the focus then moves to the element marked `data-step-focus`, or to the heading. */
  readonly step?: number;
  /** True for the final confirmation of something that cannot be undone. */
  readonly isAlert?: boolean;
  /** True while work is in progress that must not be interrupted; the dialog cannot be closed. */
  readonly isLocked?: boolean;
  /** True once its page is about to be left: Back leaves it, too. */
  readonly isDone?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Marks the element that a step starts at. */
const STEP_FOCUS = '[data-step-focus]';

/**
 * A modal dialog. Closes with its button, with Escape and with the browser's Back, but not with a click outside, which
 * could lose typed text. Opens with the focus on its first field, or on its heading, and returns it to the element that
 * opened it.
 */
export function Dialog({ title, description, step = 1, isAlert, onClose, children, ...rest }: DialogProps) {
  const { isLocked = false, isDone = false } = rest;
  const [opener] = useState(() => document.activeElement);
  const heading = useRef<HTMLHeadingElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(step);

  function leave(): void {
    if (!isLocked) onClose();
  }
  useBackToClose(!isDone, leave);

  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    (content.current?.querySelector<HTMLElement>(STEP_FOCUS) ?? heading.current)?.focus();
  }, [step]);

  return (
    <RadixDialog.Root open onOpenChange={(isOpen) => !isOpen && leave()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="dialog-overlay fixed inset-0 z-50" />
        <RadixDialog.Content
          ref={content}
          role={isAlert ? 'alertdialog' : 'dialog'}
          {...(description === undefined && { 'aria-describedby': undefined })}
          onMouseDown={keepFocus}
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => {
            // Not the first button, which may do something: a person who presses Enter twice has not read what.
            event.preventDefault();
            const first = content.current?.querySelector<HTMLElement>(`${STEP_FOCUS}, input, select, textarea`);
            (first ?? heading.current)?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus(opener);
          }}
          className="dialog fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[calc(100dvh-2rem)] max-w-[34rem] -translate-y-1/2 overflow-y-auto overscroll-contain rounded-lg border border-hairline bg-paper p-5 shadow-soft outline-none sm:p-8"
        >
          <RadixDialog.Title ref={heading} tabIndex={-1} className="pr-10 text-xl outline-none">
            {title}
          </RadixDialog.Title>
          {description !== undefined && (
            <RadixDialog.Description asChild>
              <div className="mt-2 wrap-anywhere text-muted">{description}</div>
            </RadixDialog.Description>
          )}
          <div className="mt-6">{children}</div>
          <RadixDialog.Close
            aria-label={copy.close}
            className="absolute top-3 right-4 inline-flex size-11 items-center justify-center rounded-md text-muted hover:text-ink sm:top-6 sm:right-6"
          >
            <CloseIcon />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/**
 * A press on a link, or on a button that sends nothing, leaves the focus in its field: the error that a field shows when
 * the focus leaves it would move the button away from the pointer, and the click would be lost.
 */
function keepFocus(event: MouseEvent): void {
  const isOther = event.target instanceof Element && event.target.closest('a, button:not([type=submit])') !== null;
  if (isOther) event.preventDefault();
}

/** Focuses the element that opened the dialog, or the page's main content if that element is gone. */
function returnFocus(opener: Element | null): void {
  const isUsable = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  const target = isUsable ? opener : document.querySelector('main');
  target?.focus({ preventScroll: true });
}

/** The buttons at the end of a dialog: the primary one on the right, stacked on a phone. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>;
}

type DialogFormActionsProps = {
  readonly isPending: boolean;
  readonly pending: string;
  readonly submit: string;
  readonly cancel?: string;
  readonly onCancel: () => void;
};

/** The buttons of a form in a dialog: one that submits it, and one that leaves it. */
export function DialogFormActions({
  isPending,
  pending,
  submit,
  cancel = copy.cancel,
  onCancel,
}: DialogFormActionsProps) {
  return (
    <DialogActions>
      <Button variant="secondary" onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" isPending={isPending}>
        {isPending ? pending : submit}
      </Button>
    </DialogActions>
  );
}
