import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';

/** The plan is over; the account is still there, and may stay. */
export function CanceledStep({ onBack, onContinue }: { onBack: () => void; onContinue: () => void }) {
  return (
    <>
      <p>Your subscription has ended and nothing more is charged. Your account is still there.</p>
      <DialogActions>
        <Button variant="secondary" onClick={onBack}>
          Go Back
        </Button>
        <Button variant="danger" onClick={onContinue}>
          Continue to Deletion
        </Button>
      </DialogActions>
    </>
  );
}
