import { useState } from 'react';

import { subscriptionWords } from '#contract/subscription-words.ts';
import { CancelReply } from '#contract/subscription.ts';

import { call, sentenceOf } from '../../lib/api.ts';
import { addToast } from '../../lib/toast-store.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { noteSubscription } from '../subscription-query.ts';

type InitialStepProps = {
  readonly mustCancel: boolean;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onCancel: () => void;
  readonly onCanceled: () => void;
  readonly onContinue: () => void;
};

/** What goes with the account. A plan that still runs has to end first: it could charge a card once more. */
export function InitialStep({ mustCancel, onBusy, onCancel, onCanceled, onContinue }: InitialStepProps) {
  const [failure, setFailure] = useState('');
  const { isPending, submit } = useSubmit<void>(async () => {
    setFailure('');
    onBusy(true);
    try {
      const reply = await call('/api/subscription/cancel-immediately', {
        method: 'POST',
        body: {},
        reads: CancelReply,
      });
      // First the step: with the new state alone, this one would show its other face for a moment.
      onCanceled();
      noteSubscription(reply.subscription);
      addToast({ title: 'Subscription Canceled', description: reply.message || subscriptionWords.canceled });
    } catch (error) {
      const description = sentenceOf(error, 'Your subscription could not be canceled. Please try again in a moment.');
      addToast({ title: 'Error', description, tone: 'danger' });
      setFailure(description);
    } finally {
      onBusy(false);
    }
  });

  return (
    <div className="space-y-4">
      {failure && <Alert>{failure}</Alert>}
      <p>With your account go:</p>
      <ul className="list-disc space-y-1 pl-5 text-muted">
        <li>your name, email address and password</li>
        <li>your verified phone number: its questions are not answered any more</li>
        <li>your plan, with what is left of the time that is paid for</li>
      </ul>
      {mustCancel && (
        <p className="font-medium">
          Your subscription is still running. Cancel it first: it ends immediately, and nothing more is charged.
        </p>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          Keep Account
        </Button>
        {mustCancel ? (
          <Button variant="danger" isPending={isPending} onClick={() => void submit()}>
            {isPending ? 'Canceling…' : 'Cancel Subscription Now'}
          </Button>
        ) : (
          <Button variant="danger" onClick={onContinue}>
            Continue
          </Button>
        )}
      </DialogActions>
    </div>
  );
}
