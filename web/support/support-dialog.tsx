import { useEffect, useState } from 'react';

import type { User } from '#contract/user.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { dismissToast } from '#web/ui/feedback/toast-store.ts';

import { supportCopy } from './support-copy.ts';
import { SupportForm } from './support-form.tsx';

const copy = supportCopy.supportDialog;

type SupportDialogProps = {
  readonly user: User;
  readonly phoneNumber: string;
  readonly onClose: () => void;
};

/**
 * On a phone, the question is far above the button that asks it, where a toast would cover it. It takes the focus, and
 * gives it back to where the writer was.
 */
function ask(question: HTMLElement | null): (() => void) | undefined {
  if (question === null) return undefined;
  const before = document.activeElement;
  dismissToast();
  question.scrollIntoView({ block: 'nearest' });
  question.querySelector('button')?.focus();
  return () => {
    if (before instanceof HTMLElement) before.focus();
  };
}

/** The dialog for a support ticket. Asks before it discards what was typed; only that button discards it. */
export function SupportDialog({ user, phoneNumber, onClose }: SupportDialogProps) {
  const [isDirty, setIsDirty] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [isLocked, setIsLocked] = useState(false);
  useLeaveQuestion(isDirty);

  return (
    <Dialog
      title={copy.getSupport}
      description={copy.lead}
      isLocked={isLocked}
      // While it asks, a second Escape or Back closes the question: a person who presses it twice has not answered.
      onClose={() => (isDirty ? setIsAsking(!isAsking) : onClose())}
    >
      {isAsking && (
        <div role="alert" ref={ask} className="mb-5 scroll-m-5 rounded-md bg-warn-tint p-4 text-warn">
          <p className="font-semibold">{copy.discardQuestion}</p>
          <DialogActions>
            <Button variant="secondary" onClick={() => setIsAsking(false)}>
              {copy.keepWriting}
            </Button>
            <Button variant="danger" onClick={onClose}>
              {copy.discard}
            </Button>
          </DialogActions>
        </div>
      )}
      <SupportForm
        user={user}
        phoneNumber={phoneNumber}
        onDirty={setIsDirty}
        onBusy={setIsLocked}
        onSent={onClose}
        onCancel={() => (isDirty ? setIsAsking(true) : onClose())}
      />
    </Dialog>
  );
}

/** While `isDirty`, the browser asks before it reloads the page, closes it or goes to another site. */
function useLeaveQuestion(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
}
