import { useState } from 'react';

import { sentenceOf } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';

type OptOutDialogProps = {
  readonly number: string;
  readonly onOptOut: () => Promise<void>;
  readonly onClose: () => void;
};

/** The last question before a number is opted out: the operator cannot take it back. */
export function OptOutDialog({ number, onOptOut, onClose }: OptOutDialogProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { isPending, submit } = useSubmit<void>(async () => {
    try {
      await onOptOut();
      onClose();
    } catch (error) {
      setFailure(sentenceOf(error, 'The number could not be opted out. Please try again.'));
    }
  });
  return (
    <Dialog
      isAlert
      isLocked={isPending}
      title="Opt this number out?"
      description={`No text will be sent to ${number} any more. Only its owner can undo this, by texting START.`}
      onClose={onClose}
    >
      {failure !== null && <Alert>{failure}</Alert>}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" isPending={isPending} onClick={() => void submit()}>
          {isPending ? 'Opting out…' : 'Opt Out'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
