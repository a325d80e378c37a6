import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { canStillCharge } from '#contract/subscription-display.ts';
import { useSession } from '#web/lib/session.tsx';
import { useDelayed } from '#web/lib/use-delayed.ts';
import { useLogout } from '#web/lib/use-logout.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

import { dialogCopy } from '../dialog-copy.ts';
import { subscriptionQuery } from '../queries.ts';
import { FinalStep } from './final-step.tsx';
import { InitialStep } from './initial-step.tsx';
import { UnknownPlan } from './unknown-plan.tsx';

const copy = dialogCopy.deleteDialog;

/** Time to read the success message (docs/reference/specification.md#constants). */
const REDIRECT_MS = 1000;

/** The steps of docs/reference/specification.md#account-deletion, and its end. */
type Step = 'initial' | 'subscription-canceled' | 'final-confirmation' | 'deleted';
const order: readonly Step[] = ['initial', 'subscription-canceled', 'final-confirmation', 'deleted'];

const titles: Record<Step, string> = {
  initial: copy.deleteAccount,
  'subscription-canceled': copy.subscriptionCanceled,
  'final-confirmation': copy.deletePermanently,
  deleted: copy.accountDeleted,
};

type DeleteDialogProps = {
  readonly email: string;
  readonly phone: string | null;
  readonly onClose: () => void;
};

/** Deletes the account: cancels an active plan first, then asks for confirmation. */
export function DeleteDialog({ email, phone, onClose }: DeleteDialogProps) {
  const { data: subscription, isFetching, refetch } = useQuery(subscriptionQuery);
  const [step, setStep] = useState<Step>('initial');
  const [isLocked, setIsLocked] = useState(false);
  const end = useEnd();
  const goBack = () => setStep('initial');
  const isPlanUnknown = step === 'initial' && subscription === undefined;

  return (
    <Dialog
      title={titles[step]}
      step={isPlanUnknown ? 0 : order.indexOf(step) + 1}
      isAlert={step === 'final-confirmation'}
      isLocked={isLocked || step === 'deleted'}
      isDone={step === 'deleted'}
      onClose={onClose}
    >
      {isPlanUnknown && <UnknownPlan isChecking={isFetching} onRetry={() => void refetch()} onCancel={onClose} />}
      {step === 'initial' && subscription !== undefined && (
        <InitialStep
          email={email}
          phone={phone}
          activePlan={canStillCharge(subscription) ? subscription : null}
          onBusy={setIsLocked}
          onCancel={onClose}
          onCanceled={() => setStep('subscription-canceled')}
          onContinue={() => setStep('final-confirmation')}
        />
      )}
      {step === 'subscription-canceled' && (
        <CanceledStep onBack={goBack} onContinue={() => setStep('final-confirmation')} />
      )}
      {step === 'final-confirmation' && (
        <FinalStep
          onBusy={setIsLocked}
          onBack={goBack}
          onDeleted={() => {
            setStep('deleted');
            end();
          }}
        />
      )}
      {step === 'deleted' && <Spinner label={copy.accountDeletedText} className="py-6" />}
    </Dialog>
  );
}

/** Signs out of the deleted account and leaves the page after a short delay. */
function useEnd(): () => void {
  const { expectEnd } = useSession();
  const logout = useLogout();
  const navigate = useNavigate();
  const later = useDelayed();
  return () => {
    expectEnd();
    later(REDIRECT_MS, () => {
      // The session was deleted with the account; the call only removes the cookies.
      void logout({ hasEnded: true });
      void navigate('/', { replace: true });
    });
  };
}

/** Step 2: the plan has been canceled; the account still exists. */
function CanceledStep({ onBack, onContinue }: { onBack: () => void; onContinue: () => void }) {
  return (
    <>
      <p>{copy.planCanceledText}</p>
      <DialogActions>
        <Button variant="secondary" onClick={onBack}>
          {copy.goBack}
        </Button>
        <Button variant="danger" onClick={onContinue}>
          {copy.continueToDeletion}
        </Button>
      </DialogActions>
    </>
  );
}
