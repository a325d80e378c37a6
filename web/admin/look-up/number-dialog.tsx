import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import type { customerWords } from '../customer-words.ts';

type NumberDialogProps = {
  readonly words: typeof customerWords.optOutDialog | typeof customerWords.forgetDialog;
  readonly number: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
};

/** Confirms something about a number that the operator cannot undo. */
export function NumberDialog({ words, number, onConfirm, onClose }: NumberDialogProps) {
  const { isPending, failure, submit } = useSubmit<void>(
    async () => {
      await onConfirm();
      onClose();
    },
    { title: '', fallback: words.failed },
  );
  return (
    <Dialog isAlert isLocked={isPending} title={words.title} description={words.about(number)} onClose={onClose}>
      <SubmitArea failure={failure} isPending={isPending}>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button variant="danger" isPending={isPending} onClick={() => void submit()}>
            {isPending ? words.pending : words.confirm}
          </Button>
        </DialogActions>
      </SubmitArea>
    </Dialog>
  );
}
