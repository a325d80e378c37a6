import { useState } from 'react';
import { useNavigate } from 'react-router';

import { mustCancelFirst } from '#contract/subscription-display.ts';
import type { SubscriptionView } from '#contract/subscription.ts';

import { useSession } from '../../lib/session.tsx';
import { useDelayed } from '../../lib/use-delayed.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { CanceledStep } from './canceled-step.tsx';
import { FinalStep } from './final-step.tsx';
import { InitialStep } from './initial-step.tsx';

/** Time to read that it is done (spec, section 9). */
const REDIRECT_MS = 1000;

/** The steps of spec section 4, "Account deletion", and its end. */
type Step = 'initial' | 'subscription-canceled' | 'final-confirmation' | 'deleted';
const order: readonly Step[] = ['initial', 'subscription-canceled', 'final-confirmation', 'deleted'];

const titles: Record<Step, string> = {
  initial: 'Delete Account',
  'subscription-canceled': 'Subscription Canceled',
  'final-confirmation': 'Delete your account for good?',
  deleted: 'Account Deleted',
};

type DeleteDialogProps = {
  readonly subscription: SubscriptionView | undefined;
  readonly onClose: () => void;
};

/** The way out: a plan that still runs ends first, then comes the last question. */
export function DeleteDialog({ subscription, onClose }: DeleteDialogProps) {
  const [step, setStep] = useState<Step>('initial');
  const [isLocked, setIsLocked] = useState(false);
  const end = useEnd();
  const goBack = () => setStep('initial');

  return (
    <Dialog
      title={titles[step]}
      step={order.indexOf(step) + 1}
      isAlert={step === 'final-confirmation'}
      isLocked={isLocked || step === 'deleted'}
      onClose={onClose}
    >
      {step === 'initial' && (
        <InitialStep
          activePlan={subscription !== undefined && mustCancelFirst(subscription) ? subscription : null}
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
      {step === 'deleted' && <Spinner label="Thank you for having been here. One moment…" className="py-6" />}
    </Dialog>
  );
}

/** Leaves the account that is no more, after a moment. */
function useEnd(): () => void {
  const { logout, expectEnd } = useSession();
  const navigate = useNavigate();
  const later = useDelayed();
  return () => {
    expectEnd();
    later(REDIRECT_MS, () => {
      logout().catch(() => undefined); // the session went with the account
      void navigate('/', { replace: true });
    });
  };
}
