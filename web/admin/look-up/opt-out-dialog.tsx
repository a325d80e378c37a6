import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { customerWords } from '../customer-words.ts';

const words = customerWords.optOutDialog;

type OptOutDialogProps = {
  readonly number: string;
  readonly onOptOut: () => Promise<void>;
  readonly onClose: () => void;
};

/** Confirms an opt-out, which the operator cannot undo. */
export function OptOutDialog({ number, onOptOut, onClose }: OptOutDialogProps) {
  const { isPending, failure, submit } = useSubmit<void>(
    async () => {
      await onOptOut();
      onClose();
    },
    { title: '', fallback: words.couldNotOptOut },
  );
  return (
    <Dialog isAlert isLocked={isPending} title={words.title} description={words.about(number)} onClose={onClose}>
      <SubmitArea failure={failure} isPending={isPending}>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button variant="danger" isPending={isPending} onClick={() => void submit()}>
            {isPending ? words.optingOut : words.optOut}
          </Button>
        </DialogActions>
      </SubmitArea>
    </Dialog>
  );
}
