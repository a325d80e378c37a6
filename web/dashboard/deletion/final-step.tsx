import { useState, type FormEvent } from 'react';

import { DELETE_WORD, DoneReply } from '#contract/user.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialog.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { dialogCopy } from '../dialog-copy.ts';
import { callWithPassword } from '../password/password-request.ts';

const copy = dialogCopy.finalStep;

type FinalStepProps = {
  readonly onBusy: (isBusy: boolean) => void;
  readonly onBack: () => void;
  readonly onDeleted: () => void;
};

/** The final confirmation. The button is enabled once the text is typed. */
export function FinalStep({ onBusy, onBack, onDeleted }: FinalStepProps) {
  const [typed, setTyped] = useState('');
  const { isPending, failure, submit } = useSubmit<void>(
    async () => {
      await callWithPassword('/api/user/account', { method: 'DELETE', reads: DoneReply });
      addToast({ title: copy.accountDeleted, description: copy.accountDeletedText });
      onDeleted();
    },
    { title: copy.deletionFailed, fallback: copy.deletionFailedText, onBusy },
  );

  function send(event: FormEvent): void {
    event.preventDefault();
    if (typed === DELETE_WORD) void submit();
  }

  return (
    <form method="post" action="/dashboard" onSubmit={send} className="space-y-4">
      <p>{copy.cannotBeUndone}</p>
      <Field label={copy.typeToConfirm(DELETE_WORD)}>
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
            {copy.goBack}
          </Button>
          <Button type="submit" variant="danger" disabled={typed !== DELETE_WORD} isPending={isPending}>
            {isPending ? copy.deleting : copy.deleteAccount}
          </Button>
        </DialogActions>
      </SubmitArea>
    </form>
  );
}
