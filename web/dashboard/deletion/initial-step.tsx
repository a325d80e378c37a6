import { subscriptionCopy } from '#contract/subscription-copy.ts';
import { CancelReply, type SubscriptionView } from '#contract/subscription.ts';
import { call } from '#web/lib/api/call.ts';
import { formatDate } from '#web/lib/format/format-date.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialog.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { noteSubscription } from '../queries.ts';

type InitialStepProps = {
  /** The plan that must be canceled first; null if none is active. */
  readonly activePlan: SubscriptionView | null;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onCancel: () => void;
  readonly onCanceled: () => void;
  readonly onContinue: () => void;
};

/**
 * Step 1: what is deleted with the account. An active plan must be canceled first, because it could charge a card
 * again.
 */
export function InitialStep({ activePlan, onBusy, onCancel, onCanceled, onContinue }: InitialStepProps) {
  const { isPending, failure, submit } = useSubmit<void>(
    async () => {
      const { subscription, message } = await cancelNow();
      // Change the step first: otherwise the new state would briefly re-render this step without a plan.
      onCanceled();
      noteSubscription(subscription);
      addToast({ title: 'Subscription Canceled', description: message || subscriptionCopy.canceled });
    },
    { title: 'Error', fallback: 'Your subscription could not be canceled', onBusy },
  );

  return (
    <div className="space-y-4">
      <p>With your account go:</p>
      <ul className="list-disc space-y-1 pl-5 text-muted">
        <li>your name, email address and password</li>
        <li>your verified phone number. We’ll stop answering it</li>
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
