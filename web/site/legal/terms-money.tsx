import { brand } from '#contract/brand.ts';
import { plans } from '#contract/plans.ts';
import { formatPrice } from '#web/lib/format/format-price.ts';
import { MailLink } from '#web/ui/text-link.tsx';

import type { DocumentSection } from './document.tsx';

const [monthly, annual] = plans;

/** Plans, renewal, cancellation and refunds. */
export const moneyTerms: readonly DocumentSection[] = [
  {
    id: 'plans',
    title: 'Plans and payment',
    body: (
      <>
        <p>
          The {monthly.name} costs {formatPrice(monthly.price, 'usd')} per month, the {annual.name}{' '}
          {formatPrice(annual.price, 'usd')} per year. Taxes are added where the law asks for them. Payments are handled
          by Stripe; we never see or keep your card’s number.
        </p>
        <p>
          <strong>Plans renew by themselves</strong> at the end of each month or year, at the price then in force, until
          you cancel. We tell you by email before the price changes, and yearly plans are announced by email before they
          renew.
        </p>
        <p>
          When a payment fails, Stripe tries again for some days and you are told by email. If it cannot be collected,
          the plan ends and texts are no longer answered.
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
          You can cancel online at any time: on the dashboard, under Manage Subscription. The plan then runs to the end
          of the time you have paid for and does not renew.
        </p>
        <p>
          <strong>Texting STOP or CANCEL ends the texts, not the plan.</strong> We remind you of that by email, so that
          nobody pays for silence by mistake.
        </p>
      </>
    ),
  },
  {
    id: 'refunds',
    title: 'Refunds',
    body: (
      <p>
        Refunds are possible only when you cancel within 7 days of the payment, and are given at our discretion. Write
        to <MailLink to={brand.supportEmail} /> or send a support ticket with the type Refund Request. Rights that the
        law gives you are not affected.
      </p>
    ),
  },
];
