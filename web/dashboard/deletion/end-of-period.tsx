import { CancelReply } from '#contract/subscription.ts';
import { call } from '#web/lib/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { noteSubscription } from '../queries.ts';

type EndOfPeriodProps = {
  /** The last day that is paid for, as it is shown. */
  readonly endsOn: string;
  /** The plan was canceled before and ends that day in any case. */
  readonly isEnding: boolean;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onDone: () => void;
};

/** Offers to keep the time that is paid for: the plan ends with it, and the account can be deleted afterwards. */
export function EndOfPeriod({ endsOn, isEnding, onBusy, onDone }: EndOfPeriodProps) {
  const { isPending, failure, submit } = useSubmit<void>(
    async () => {
      const { subscription, message } = await call('/api/subscription/cancel-at-period-end', {
        method: 'POST',
        body: {},
        reads: CancelReply,
      });
      noteSubscription(subscription);
      addToast({ title: `Plan Ends on ${endsOn}`, description: message });
      onDone();
    },
    { title: 'Error', fallback: 'Your subscription could not be canceled', onBusy },
  );
  if (isEnding) {
    return (
      <Note>Your plan already ends on {endsOn}. Delete your account after that to keep the time you’ve paid for.</Note>
    );
  }
  return (
    <Note>
      <p>Rather use what you’ve paid for? Let your plan end on {endsOn}, then delete your account.</p>
      <SubmitArea failure={failure} isPending={isPending}>
        <Button variant="secondary" className="mt-3" isPending={isPending} onClick={() => void submit()}>
          {isPending ? 'Canceling…' : `End Plan on ${endsOn}`}
        </Button>
      </SubmitArea>
    </Note>
  );
}
