import { CancelReply } from '#contract/subscription.ts';
import { call } from '#web/lib/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

import { dialogCopy } from '../dialog-copy.ts';
import { noteSubscription } from '../queries.ts';

const copy = dialogCopy.endOfPeriod;

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
      addToast({ title: copy.planEnds(endsOn), description: message });
      onDone();
    },
    { title: copy.error, fallback: copy.cancelFailed, onBusy },
  );
  if (isEnding) {
    return <Note>{copy.planAlreadyEnds(endsOn)}</Note>;
  }
  return (
    <Note>
      <p>{copy.whatIsPaid(endsOn)}</p>
      <SubmitArea failure={failure} isPending={isPending}>
        <Button variant="secondary" className="mt-3" isPending={isPending} onClick={() => void submit()}>
          {isPending ? copy.canceling : copy.endPlan(endsOn)}
        </Button>
      </SubmitArea>
    </Note>
  );
}
