import { formatPrice } from '#contract/format-price.ts';
import type { Plan } from '#contract/plans.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';

import { subscribeCopy } from './subscribe-copy.ts';
import type { CheckoutState } from './use-checkout.ts';

const copy = subscribeCopy.paymentStep;

type PaymentStepProps = {
  readonly plan: Plan;
  readonly checkout: CheckoutState;
  readonly failure: string;
  readonly isPending: boolean;
  readonly onRetry: () => void;
  readonly onBack: () => void;
};

/** Step 2: redirects to the payment page or shows why that failed. Visitors who return from there see it again. */
export function PaymentStep({ plan, checkout, failure, isPending, onRetry, onBack }: PaymentStepProps) {
  const { address } = checkout;
  return (
    <div className="space-y-6">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 rounded-md bg-tint p-4">
        <span className="font-semibold">{plan.name}</span>
        <span className="tabular-nums">{copy.per(formatPrice(plan.price, plan.currency), plan.billingInterval)}</span>
      </p>
      {failure === '' && (
        <div className="space-y-3">
          <Spinner label={copy.openingCheckout} />
          <p className="text-center text-sm text-muted">{copy.cardGoesToStripe}</p>
          {address !== null && (
            <p className="text-center">
              <a href={address} className="font-medium text-brand underline">
                {copy.openCheckout}
              </a>
            </p>
          )}
        </div>
      )}
      <SubmitArea failure={failure} isPending={isPending}>
        <div className="flex flex-wrap gap-3">
          <Button isPending={isPending} onClick={onRetry}>
            {isPending ? copy.preparingPayment : copy.tryAgain}
          </Button>
          <Button variant="secondary" onClick={onBack}>
            {copy.backToPlans}
          </Button>
        </div>
      </SubmitArea>
    </div>
  );
}
