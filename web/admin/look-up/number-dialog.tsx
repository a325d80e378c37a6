import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import type { customerCopy } from '../customer-copy.ts';

type NumberDialogProps = {
  readonly copy: typeof customerCopy.optOutDialog | typeof customerCopy.forgetDialog;
  readonly number: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
};

/** Confirms something about a number that the operator cannot undo. */
export function NumberDialog({ copy, number, onConfirm, onClose }: NumberDialogProps) {
  const { isPending, failure, submit } = useSubmit<void>(
    async () => {
      await onConfirm();
      onClose();
    },
    { title: '', fallback: copy.failed },
  );
  return (
    <Dialog isAlert isLocked={isPending} title={copy.title} description={copy.about(number)} onClose={onClose}>
      <SubmitArea failure={failure} isPending={isPending}>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {copy.cancel}
          </Button>
          <Button variant="danger" isPending={isPending} onClick={() => void submit()}>
            {isPending ? copy.pending : copy.confirm}
          </Button>
        </DialogActions>
      </SubmitArea>
    </Dialog>
  );
}
