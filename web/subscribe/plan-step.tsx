import type { FormEvent } from 'react';

import { formatPrice } from '#contract/format-price.ts';
import type { Plan } from '#contract/plans.ts';
import { renewalTerms } from '#contract/renewal-terms.ts';
import { useIsHelper } from '#web/lib/use-is-helper.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { fill } from '#web/ui/fill.tsx';
import { radioClass } from '#web/ui/forms/radio-class.ts';
import { SubmitArea } from '#web/ui/forms/submit-area.tsx';
import { CheckIcon } from '#web/ui/icons.tsx';

import { subscribeCopy } from './subscribe-copy.ts';

const copy = subscribeCopy.planStep;

type PlanStepProps = {
  readonly plans: readonly Plan[];
  readonly chosen: Plan;
  readonly failure: string;
  readonly isPending: boolean;
  readonly isPhoneVerified: boolean;
  readonly onChoose: (id: string) => void;
  readonly onSubmit: () => void;
};

/** Step 1: the plans, their features, and the renewal terms next to the button that accepts them. */
export function PlanStep({ plans, chosen, onChoose, onSubmit, ...rest }: PlanStepProps) {
  const { failure, isPending, isPhoneVerified } = rest;
  const isHelper = useIsHelper();
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form method="post" action="/subscribe" onSubmit={submit} className="space-y-6">
      {!isPhoneVerified && <Note>{isHelper ? copy.verifyTheirsLater : copy.verifyLater}</Note>}
      <fieldset className="space-y-3">
        <legend className="mb-3 font-semibold">{copy.selectPlan}</legend>
        {plans.map((plan) => (
          <PlanChoice key={plan.id} plan={plan} isChosen={plan.id === chosen.id} onChoose={onChoose} />
        ))}
      </fieldset>
      <ul className="space-y-1.5 text-muted">
        {chosen.features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <CheckIcon className="mt-1 size-5 text-brand" />
            {feature}
          </li>
        ))}
      </ul>
      <div>
        <p className="mb-4 text-sm text-muted">{renewalTerms(chosen)}</p>
        <SubmitArea failure={failure} isPending={isPending}>
          <Button type="submit" size="lg" isPending={isPending} className="w-full">
            {isPending ? copy.preparingPayment : copy.continueToPayment}
          </Button>
        </SubmitArea>
      </div>
    </form>
  );
}

type PlanChoiceProps = {
  readonly plan: Plan;
  readonly isChosen: boolean;
  readonly onChoose: (id: string) => void;
};

function PlanChoice({ plan, isChosen, onChoose }: PlanChoiceProps) {
  const { id, name, price, currency, billingInterval, pricePerMonth, badge, saving } = plan;
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-md border border-control bg-surface p-4 has-checked:border-brand has-checked:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand">
      <input
        type="radio"
        name="plan"
        value={id}
        checked={isChosen}
        onChange={() => onChoose(id)}
        className={`mt-1 ${radioClass}`}
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-col gap-x-3 sm:flex-row sm:items-baseline sm:justify-between">
          <span className="font-semibold">{name}</span>
          <span>
            {fill(copy.per, {
              price: <span className="text-lg font-semibold">{formatPrice(price, currency)}</span>,
              billingInterval,
            })}
          </span>
        </span>
        {(badge ?? saving ?? pricePerMonth) !== undefined && (
          <span className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
            {badge && (
              <span className="rounded-full bg-brand px-2.5 py-0.5 font-bold tracking-wide text-on-brand">{badge}</span>
            )}
            {pricePerMonth !== undefined && <span>{copy.perMonth(formatPrice(pricePerMonth, currency))}</span>}
            {saving && <span>{saving}</span>}
          </span>
        )}
      </span>
    </label>
  );
}
