import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { planDay } from '#contract/plan-day.ts';
import { PlansReply } from '#contract/plans-reply.ts';
import { plans as builtInPlans, type Plan } from '#contract/plans.ts';
import { canStillCharge, endsOn } from '#contract/subscription-display.ts';
import type { SubscriptionView } from '#contract/subscription.ts';
import { AccountFrame } from '#web/account/account-frame.tsx';
import { PrivatePage } from '#web/account/private-page.tsx';
import { subscriptionQuery } from '#web/dashboard/queries.ts';
import { call } from '#web/lib/api/call.ts';
import { runtimeConfigQuery } from '#web/lib/api/runtime-config.ts';
import { unbroken } from '#web/lib/format/unbroken.ts';
import type { PageMeta } from '#web/lib/page.ts';
import type { ScrollState } from '#web/lib/use-scroll.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

import { readPlan, subscribePath } from './chosen-plan.ts';
import { PaymentStep } from './payment-step.tsx';
import { PlanStep } from './plan-step.tsx';
import { subscribeCopy } from './subscribe-copy.ts';
import { useCheckout } from './use-checkout.ts';

const copy = subscribeCopy.subscribePage;

export const meta: PageMeta = {
  title: copy.pageTitle,
  description: copy.pageDescription,
};

const title = copy.access;

/** Subscribes an account in two steps: choose a plan, then pay on the payment provider's page. */
export function Page() {
  return (
    <PrivatePage waiting={<LoadingPlans />}>
      {(user) => <Offer isPhoneVerified={user.phoneNumber.trim() !== ''} />}
    </PrivatePage>
  );
}

/**
 * The plans, or for a subscriber the active plan. If the subscription cannot be read, the server still refuses a second
 * one.
 */
function Offer({ isPhoneVerified }: { isPhoneVerified: boolean }) {
  const { data, isPending } = useQuery({ ...subscriptionQuery, retry: false });
  if (isPending) return <LoadingPlans />;
  return data && canStillCharge(data) ? <Subscribed view={data} /> : <Subscribe isPhoneVerified={isPhoneVerified} />;
}

function Subscribed({ view }: { view: SubscriptionView }) {
  const [state, whatToDo] = wordsFor(view);
  return (
    <AccountFrame title={copy.alreadySubscribed} lead={<p>{state}</p>}>
      <p className="mb-6">{whatToDo}</p>
      <ButtonLink to="/dashboard">{copy.goToDashboard}</ButtonLink>
    </AccountFrame>
  );
}

/** How the plan stands, and what its owner can do about it. */
function wordsFor(view: SubscriptionView): readonly [string, string] {
  if (view.status === 'past_due') return [copy.paymentFailed, copy.howToUpdateCard];
  const plan = view.planName ?? copy.yourPlan;
  const end = endsOn(view);
  return end === null
    ? [copy.active(plan), copy.howToChangePlan]
    : [copy.ends(plan, unbroken(planDay(end))), copy.howToKeepPlan];
}

function LoadingPlans() {
  return (
    <AccountFrame title={title}>
      <Spinner label={copy.loadingPlans} className="h-96" />
    </AccountFrame>
  );
}

function Subscribe({ isPhoneVerified }: { isPhoneVerified: boolean }) {
  useQuery(runtimeConfigQuery);
  const offered = usePlans();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [planId, setPlanId] = useState(() => readPlan(search) ?? builtInPlans[0].id);
  const checkout = useCheckout();
  const plan: Plan = offered.find(({ id }) => id === planId) ?? offered[0] ?? builtInPlans[0];
  const isPaying = checkout.state.step === 'payment';

  function choose(id: string): void {
    // The order on its way is for the plan that is shown.
    if (checkout.isPending) return;
    setPlanId(id);
    // Going back, even from the payment page, restores the choice, and so does a login after the session has ended.
    void navigate(subscribePath(id), { replace: true, state: { keepsScroll: true } satisfies ScrollState });
  }

  return (
    <AccountFrame
      title={title}
      lead={<Steps at={isPaying ? 2 : 1} />}
      step={isPaying ? 2 : 1}
      footer={
        <ButtonLink to="/dashboard" variant="quiet" className="-ml-4">
          {copy.skipForNow}
        </ButtonLink>
      }
    >
      {isPaying ? (
        <PaymentStep
          plan={plan}
          checkout={checkout.state}
          failure={checkout.failure}
          isPending={checkout.isPending}
          onRetry={() => void checkout.start(plan.id)}
          onBack={checkout.goBack}
        />
      ) : (
        <PlanStep
          plans={offered}
          chosen={plan}
          failure={checkout.failure}
          isPending={checkout.isPending}
          isPhoneVerified={isPhoneVerified}
          onChoose={choose}
          onSubmit={() => void checkout.start(plan.id)}
        />
      )}
    </AccountFrame>
  );
}

const steps = [copy.selectPlan, copy.paymentInformation] as const;

function Steps({ at }: { at: 1 | 2 }) {
  return (
    <ol className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {steps.map((name, index) => (
        <li
          key={name}
          aria-current={at === index + 1 ? 'step' : undefined}
          className="aria-[current=step]:font-semibold aria-[current=step]:text-ink"
        >
          {index + 1}. {name}
        </li>
      ))}
    </ol>
  );
}

/** The plans on sale: the server's list, or the list of the build until that is loaded. */
function usePlans(): readonly Plan[] {
  const { data } = useQuery({
    queryKey: ['/api/subscription/plans'],
    queryFn: ({ signal }) => call('/api/subscription/plans', { reads: PlansReply, signal }),
  });
  return data && data.plans.length > 0 ? data.plans : builtInPlans;
}
