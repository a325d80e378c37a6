import { useEffect, useState } from 'react';
import { Link } from 'react-router';

import { formatPrice } from '#contract/format-price.ts';
import { plans as builtInPlans, type Plan } from '#contract/plans.ts';
import { call } from '#web/lib/api/call.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { CheckIcon } from '#web/ui/icons.tsx';

import * as copy from '../home-copy.ts';
import { Section } from '../section.tsx';
import { readPlans } from './read-plans.ts';

/** The plans. The HTML contains those of the build; the server's list replaces them if it differs. */
export function Pricing() {
  const plans = usePlans();
  return (
    <Section id="pricing" title={copy.pricingTitle} lead={copy.pricingLead}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-[2.4fr_1fr]">
        <div>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-2">
            {plans.map((plan) => (
              <PlanCard key={plan.id} plan={plan} />
            ))}
          </ul>
          <Features plans={plans} />
        </div>
        <MoreInformation />
      </div>
    </Section>
  );
}

/** What every plan has, said once; a plan that differs lists its own. */
function Features({ plans }: { plans: readonly Plan[] }) {
  const [first, ...others] = plans.map(({ features }) => features.join());
  const isSame = others.every((features) => features === first);
  return (isSame ? plans.slice(0, 1) : plans).map(({ id, name, features }) => (
    <div key={id} className="mt-7">
      <p id={id} className="mb-3 font-semibold">
        {isSame ? copy.pricingEveryPlan : name}
      </p>
      <ul aria-labelledby={id} className="grid gap-x-8 gap-y-2.5 sm:grid-cols-[auto_1fr]">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <CheckIcon className="mt-1 size-5 text-brand" />
            {feature}
          </li>
        ))}
      </ul>
    </div>
  ));
}

function MoreInformation() {
  return (
    <div className="flex flex-col gap-8 lg:justify-between">
      <div>
        <p className="text-lg">
          {copy.pricingMore}{' '}
          <Link to="/faq" className="font-medium whitespace-nowrap text-brand underline">
            {copy.pricingCheckFaq}
          </Link>
        </p>
        <div className="mt-2 -ml-4 flex flex-wrap gap-2">
          <ButtonLink to="/faq" variant="quiet">
            {copy.pricingViewFaq}
          </ButtonLink>
          <ButtonLink to="/contact" variant="quiet">
            {copy.pricingContact}
          </ButtonLink>
        </div>
      </div>
      <p className="max-w-[60ch] text-sm text-balance text-muted">{copy.pricingFairUse}</p>
    </div>
  );
}

function PlanCard({ plan }: { plan: Plan }) {
  const { id, name, price, currency, billingInterval, pricePerMonth, badge, saving } = plan;
  const look = badge ? 'border-2 border-brand p-[calc(1.75rem-1px)]' : 'border border-hairline p-7';
  return (
    <li className={`relative flex flex-col rounded-lg bg-surface ${look}`}>
      <h3 className="text-lg">{name}</h3>
      {badge && (
        <p className="absolute -top-3.5 right-6 rounded-full bg-brand px-3 py-0.5 text-sm font-bold tracking-wide text-on-brand">
          {badge}
        </p>
      )}
      <p className="mt-4 flex items-baseline gap-2">
        <span className="text-3xl font-semibold">{formatPrice(price, currency)}</span>
        <span className="text-muted">{`${copy.pricingPer} ${billingInterval}`}</span>
      </p>
      <p className="mt-1 text-sm text-muted sm:min-h-11">
        {pricePerMonth !== undefined && `${formatPrice(pricePerMonth, currency)} ${copy.pricingPerMonth}`}
        <span className="block">{saving}</span>
      </p>
      <ButtonLink to={`/signup?plan=${id}`} variant={badge ? 'primary' : 'secondary'} className="mt-5 w-full">
        {copy.pricingStart} {billingInterval === 'year' ? copy.pricingAnnual : copy.pricingMonthly}
      </ButtonLink>
    </li>
  );
}

function usePlans(): readonly Plan[] {
  const [plans, setPlans] = useState<readonly Plan[]>(builtInPlans);
  useEffect(() => {
    call('/api/subscription/plans', { reads: { parse: readPlans } }).then(
      (found) => setPlans((known) => (found.length > 0 ? found : known)),
      () => undefined, // keep the plans of the build
    );
  }, []);
  return plans;
}
