import { brand } from '#contract/brand.ts';
import { planDay } from '#contract/plan-day.ts';
import { subscriptionCopy } from '#contract/subscription-copy.ts';
import { CancelReply, type SubscriptionView } from '#contract/subscription.ts';
import { unbroken } from '#web/lib/format/unbroken.ts';
import { useIsHelper } from '#web/lib/use-is-helper.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialog.tsx';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { fill } from '#web/ui/fill.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { MailLink } from '#web/ui/text-link.tsx';

import { dialogCopy } from '../dialog-copy.ts';
import { callWithPassword } from '../password/password-request.ts';
import { noteSubscription } from '../queries.ts';
import { EndOfPeriod } from './end-of-period.tsx';

const copy = dialogCopy.initialStep;

type InitialStepProps = {
  readonly email: string;
  /** As it is shown; null for an account without a phone. */
  readonly phone: string | null;
  /** The plan that must be canceled first; null if none is active. */
  readonly activePlan: SubscriptionView | null;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onCancel: () => void;
  readonly onCanceled: () => void;
  readonly onContinue: () => void;
};

/**
 * Step 1: what is deleted with the account. An active plan must be canceled first, because it could charge a card
 * again; one that is paid for may end with its period instead.
 */
export function InitialStep({ email, phone, activePlan, onBusy, onCancel, onCanceled, onContinue }: InitialStepProps) {
  const { isPending, failure, submit } = useSubmit<void>(
    async () => {
      const { subscription, message } = await cancelNow();
      // Change the step first: otherwise the new state would briefly re-render this step without a plan.
      onCanceled();
      noteSubscription(subscription);
      addToast({ title: copy.subscriptionCanceled, description: message || subscriptionCopy.canceled });
    },
    { title: copy.error, fallback: copy.cancelFailed, onBusy },
  );

  return (
    <div className="space-y-4">
      <Lost email={email} phone={phone} activePlan={activePlan} />
      {activePlan && (
        <p>
          {whyCancel(activePlan)} {fill(copy.refund, { email: <MailLink to={brand.supportEmail} /> })}
        </p>
      )}
      {activePlan && isPaidFor(activePlan) && (
        <EndOfPeriod
          endsOn={unbroken(planDay(activePlan.expiryDate))}
          isEnding={activePlan.isInGracePeriod}
          onBusy={onBusy}
          onDone={onCancel}
        />
      )}
      <SubmitArea failure={failure} isPending={isPending}>
        <DialogActions>
          <Button variant="secondary" onClick={onCancel}>
            {copy.keepAccount}
          </Button>
          {activePlan ? (
            <Button variant="danger" isPending={isPending} onClick={() => void submit()}>
              {isPending ? copy.canceling : copy.cancelNow}
            </Button>
          ) : (
            <Button variant="danger" onClick={onContinue}>
              {copy.continue}
            </Button>
          )}
        </DialogActions>
      </SubmitArea>
    </div>
  );
}

/** Names what is lost. */
function Lost({ email, phone, activePlan }: Pick<InitialStepProps, 'email' | 'phone' | 'activePlan'>) {
  const isHelper = useIsHelper();
  return (
    <>
      <p>{copy.whatIsRemoved}</p>
      <ul className="list-disc space-y-1 pl-5 text-muted">
        <li>{fill(copy.nameAndEmail, { email: <strong className="wrap-anywhere text-ink">{email}</strong> })}</li>
        {phone !== null && (
          <li>
            {fill(isHelper ? copy.thePhoneStopped : copy.phoneStopped, {
              phone: <strong className="whitespace-nowrap text-ink">{phone}</strong>,
            })}
          </li>
        )}
        {activePlan && (
          <li>
            {fill(isPaidFor(activePlan) ? copy.planWithTime : copy.plan, {
              plan: <strong className="text-ink">{activePlan.planName ?? copy.unnamedPlan}</strong>,
              date: unbroken(planDay(activePlan.expiryDate ?? '')),
            })}
          </li>
        )}
      </ul>
    </>
  );
}

function whyCancel(plan: SubscriptionView): string {
  if (plan.isInGracePeriod) return copy.cancelEndingPlan;
  return isPaidFor(plan) ? copy.cancelActivePlan : copy.cancelUnpaidPlan;
}

/** Whether the plan has a date until which it is paid; one that is past due has none. */
function isPaidFor(plan: SubscriptionView): plan is SubscriptionView & { readonly expiryDate: string } {
  return plan.expiryDate !== null && (plan.status === 'active' || plan.status === 'trialing');
}

function cancelNow() {
  return callWithPassword('/api/subscription/cancel-immediately', { method: 'POST', body: {}, reads: CancelReply });
}
