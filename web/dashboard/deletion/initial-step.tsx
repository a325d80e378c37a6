import { subscriptionWords } from '#contract/subscription-words.ts';
import { CancelReply, type SubscriptionView } from '#contract/subscription.ts';

import { call } from '../../lib/api.ts';
import { formatDate } from '../../lib/format-date.ts';
import { addToast } from '../../lib/toast-store.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { SubmitArea } from '../../ui/submit-area.tsx';
import { noteSubscription } from '../subscription-query.ts';

type InitialStepProps = {
  /** The plan that has to end first; null when none is active. */
  readonly activePlan: SubscriptionView | null;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onCancel: () => void;
  readonly onCanceled: () => void;
  readonly onContinue: () => void;
};

/** What goes with the account. A plan that still runs has to end first: it could charge a card once more. */
export function InitialStep({ activePlan, onBusy, onCancel, onCanceled, onContinue }: InitialStepProps) {
  const { isPending, failure, submit } = useSubmit<void>(
    async () => {
      onBusy(true);
      try {
        const { subscription, message } = await cancelNow();
        // First the step: with the new state alone, this one would show its other face for a moment.
        onCanceled();
        noteSubscription(subscription);
        addToast({ title: 'Subscription Canceled', description: message || subscriptionWords.canceled });
      } finally {
        onBusy(false);
      }
    },
    { title: 'Error', fallback: 'Your subscription could not be canceled' },
  );

  return (
    <div className="space-y-4">
      <p>With your account go:</p>
      <ul className="list-disc space-y-1 pl-5 text-muted">
        <li>your name, email address and password</li>
        <li>your verified phone number: its questions are not answered any more</li>
        <li>your plan, with what is left of the time that is paid for</li>
      </ul>
      {activePlan && (
        <p className="font-medium">
          Your {activePlan.planName ?? 'subscription'} is still active
          {activePlan.expiryDate && ` and paid through ${formatDate(activePlan.expiryDate)}`}. Canceling now ends it
          right away, and the rest isn’t refunded. To keep it until then, close this and choose Manage Subscription.
        </p>
      )}
      <SubmitArea failure={failure} isPending={isPending}>
        <DialogActions>
          <Button variant="secondary" onClick={onCancel}>
            Keep Account
          </Button>
          {activePlan ? (
            <Button variant="danger" isPending={isPending} onClick={() => void submit()}>
              {isPending ? 'Canceling…' : 'Cancel Subscription Now'}
            </Button>
          ) : (
            <Button variant="danger" onClick={onContinue}>
              Continue
            </Button>
          )}
        </DialogActions>
      </SubmitArea>
    </div>
  );
}

function cancelNow() {
  return call('/api/subscription/cancel-immediately', { method: 'POST', body: {}, reads: CancelReply });
}
