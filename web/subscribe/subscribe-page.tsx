import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { brand } from '#contract/brand.ts';
import { plans, type Plan } from '#contract/plans.ts';

import { AccountFrame } from '../account/account-frame.tsx';
import { PrivatePage } from '../account/private-page.tsx';
import type { PageMeta } from '../lib/page.ts';
import { runtimeConfigQuery } from '../lib/runtime-config.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { PaymentStep } from './payment-step.tsx';
import { PlanStep } from './plan-step.tsx';
import { useCheckout } from './use-checkout.ts';
import { usePlans } from './use-plans.ts';

export const meta: PageMeta = {
  title: `Access ${brand.name}`,
  description: `Choose a plan and pay: unlimited questions by text with ${brand.name}.`,
};

const title = `Access ${brand.name}`;

/** From an account to a plan: choose, then pay on the payment provider's own page. */
export function Page() {
  return (
    <PrivatePage
      waiting={
        <AccountFrame title={title}>
          <Spinner label="Loading the plans" className="h-96" />
        </AccountFrame>
      }
    >
      {(user) => <Subscribe isPhoneVerified={user.phoneNumber.trim() !== ''} />}
    </PrivatePage>
  );
}

function Subscribe({ isPhoneVerified }: { isPhoneVerified: boolean }) {
  useQuery(runtimeConfigQuery);
  const offered = usePlans();
  const [planId, setPlanId] = useState<string>(plans[0].id);
  const checkout = useCheckout();
  const plan: Plan = offered.find(({ id }) => id === planId) ?? offered[0] ?? plans[0];
  const isPaying = checkout.state.step === 'payment';

  return (
    <AccountFrame
      title={title}
      lead={<Steps at={isPaying ? 2 : 1} />}
      step={isPaying ? 2 : 1}
      footer={
        <ButtonLink to="/dashboard" variant="quiet" className="-ml-4">
          Skip for now
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
          onChoose={setPlanId}
          onSubmit={() => void checkout.start(plan.id)}
        />
      )}
    </AccountFrame>
  );
}

const steps = ['Select Plan', 'Payment Information'] as const;

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
