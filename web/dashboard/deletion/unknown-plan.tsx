import { brand } from '#contract/brand.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialog.tsx';
import { fill } from '#web/ui/fill.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { MailLink } from '#web/ui/text-link.tsx';

import { dialogCopy } from '../dialog-copy.ts';

const copy = dialogCopy.unknownPlan;

type UnknownPlanProps = {
  readonly isChecking: boolean;
  readonly onRetry: () => void;
  readonly onCancel: () => void;
};

/** In place of step 1 while the plan could not be read: one that may be active has to be canceled first. */
export function UnknownPlan({ isChecking, onRetry, onCancel }: UnknownPlanProps) {
  return (
    <>
      <p role="alert">{fill(copy.planNotChecked, { email: <MailLink to={brand.supportEmail} /> })}</p>
      <SubmitArea isPending={isChecking}>
        <DialogActions>
          <Button variant="secondary" onClick={onCancel}>
            {copy.keepAccount}
          </Button>
          <Button isPending={isChecking} onClick={onRetry}>
            {isChecking ? copy.retrying : copy.retry}
          </Button>
        </DialogActions>
      </SubmitArea>
    </>
  );
}
