import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

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
    { title: '', fallback: 'The number could not be opted out' },
  );
  return (
    <Dialog
      isAlert
      isLocked={isPending}
      title="Opt this number out?"
      description={`We won’t text ${number} anymore. Only its owner can undo this by texting START.`}
      onClose={onClose}
    >
      <SubmitArea failure={failure} isPending={isPending}>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" isPending={isPending} onClick={() => void submit()}>
            {isPending ? 'Opting out…' : 'Opt Out'}
          </Button>
        </DialogActions>
      </SubmitArea>
    </Dialog>
  );
}
