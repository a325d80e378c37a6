import { brand } from '#contract/brand.ts';
import { formatPrice } from '#contract/format-price.ts';
import { plans } from '#contract/plans.ts';
import { MailLink } from '#web/ui/text-link.tsx';

import type { LegalSection } from './legal-document.tsx';

const [monthly, annual] = plans;

/** Plans, renewal, cancellation and refunds. */
export const moneyTerms: readonly LegalSection[] = [
  {
    id: 'plans',
    title: 'Plans and payment',
    body: (
      <>
        <p>
          The {monthly.name} costs {formatPrice(monthly.price, 'usd')} per month, and the {annual.name} costs{' '}
          {formatPrice(annual.price, 'usd')} per year. We add taxes where the law requires it. Stripe handles payments;
          we never see or keep your card number.
        </p>
        <p>
          <strong>Plans renew automatically</strong> at the end of each month or year, at the then-current price, until
          you cancel. We’ll email you before the price changes, and before an annual plan renews.
        </p>
        <p>
          If a payment fails, Stripe retries for several days, and we’ll email you. If it can’t be collected, the plan
          ends and we no longer answer texts.
        </p>
      </>
    ),
  },
  {
    id: 'cancel',
    title: 'Canceling',
    body: (
      <>
        <p>
          You can cancel online anytime: on your dashboard, under Manage Subscription. You keep your plan through the
          period you’ve paid for, and it doesn’t renew.
        </p>
        <p>
          <strong>Texting STOP or CANCEL only turns off texts. It doesn’t cancel your plan.</strong> We’ll email you a
          reminder, so no one keeps paying by accident.
        </p>
      </>
    ),
  },
  {
    id: 'refunds',
    title: 'Refunds',
    body: (
      <p>
        You can get a refund only if you cancel within 7 days of the payment, and refunds are at our discretion. Email{' '}
        <MailLink to={brand.supportEmail} /> or send a support ticket with the type Refund Request. This doesn’t affect
        rights that the law gives you.
      </p>
    ),
  },
];
