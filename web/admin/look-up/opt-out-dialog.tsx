import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { SubmitArea } from '../../ui/submit-area.tsx';

type OptOutDialogProps = {
  readonly number: string;
  readonly onOptOut: () => Promise<void>;
  readonly onClose: () => void;
};

/** The last question before a number is opted out: the operator cannot take it back. */
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
      description={`No text will be sent to ${number} any more. Only its owner can undo this, by texting START.`}
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
