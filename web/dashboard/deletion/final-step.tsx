import { useState, type FormEvent } from 'react';

import { DoneReply } from '#contract/user.ts';

import { call, sentenceOf } from '../../lib/api.ts';
import { addToast } from '../../lib/toast-store.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';

/** What has to be typed, exactly (spec, section 5). */
const WORD = 'DELETE';

type FinalStepProps = {
  readonly onBusy: (isBusy: boolean) => void;
  readonly onBack: () => void;
  readonly onDeleted: () => void;
};

/** The last question. The button wakes up when the word is there. */
export function FinalStep({ onBusy, onBack, onDeleted }: FinalStepProps) {
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState('');
  const { isPending, submit } = useSubmit<void>(async () => {
    setFailure('');
    onBusy(true);
    try {
      await call('/api/user/account', { method: 'DELETE', reads: DoneReply });
      addToast({ title: 'Account Deleted', description: 'Your account has been deleted.' });
      onDeleted();
    } catch (error) {
      const description = sentenceOf(error, 'Your account could not be deleted. Please try again in a moment.');
      addToast({ title: 'Deletion Failed', description, tone: 'danger' });
      setFailure(description);
    } finally {
      onBusy(false);
    }
  });

  function send(event: FormEvent): void {
    event.preventDefault();
    if (typed === WORD) void submit();
  }

  return (
    <form method="post" action="/dashboard" onSubmit={send} className="space-y-4">
      {failure && <Alert>{failure}</Alert>}
      <p>This cannot be undone. Your name, email address and phone number are removed.</p>
      <Field label={`Type ${WORD} to confirm`}>
        {(aria) => (
          <input
            {...aria}
            name="confirmation"
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <DialogActions>
        <Button variant="secondary" onClick={onBack} data-step-focus>
          Go Back
        </Button>
        <Button type="submit" variant="danger" disabled={typed !== WORD} isPending={isPending}>
          {isPending ? 'Deleting…' : 'Delete Account'}
        </Button>
      </DialogActions>
    </form>
  );
}
