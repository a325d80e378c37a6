import { useState, type FormEvent } from 'react';

import { DoneReply } from '#contract/user.ts';

import { addToast } from '../../lib/toast-store.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { SubmitArea } from '../../ui/submit-area.tsx';
import { callWithPassword } from '../password/password-request.ts';

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
  const { isPending, failure, submit } = useSubmit<void>(
    async () => {
      onBusy(true);
      try {
        await callWithPassword('/api/user/account', { method: 'DELETE', reads: DoneReply });
        addToast({ title: 'Account Deleted', description: 'Your account has been deleted.' });
        onDeleted();
      } finally {
        onBusy(false);
      }
    },
    { title: 'Deletion Failed', fallback: 'Your account could not be deleted' },
  );

  function send(event: FormEvent): void {
    event.preventDefault();
    if (typed === WORD) void submit();
  }

  return (
    <form method="post" action="/dashboard" onSubmit={send} className="space-y-4">
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
      <SubmitArea failure={failure} isPending={isPending}>
        <DialogActions>
          <Button variant="secondary" onClick={onBack} data-step-focus>
            Go Back
          </Button>
          <Button type="submit" variant="danger" disabled={typed !== WORD} isPending={isPending}>
            {isPending ? 'Deleting…' : 'Delete Account'}
          </Button>
        </DialogActions>
      </SubmitArea>
    </form>
  );
}
