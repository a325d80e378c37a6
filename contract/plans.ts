import { brand } from './brand.ts';

/**
 * The plans on sale, as data. The schema is in plans-reply.ts: the front page loads this file, and a schema library
 * would be larger than all of that page's own code.
 */
export type Plan = {
  readonly id: string;
  readonly name: string;
  /** Per billing interval, in whole units of the currency: 3 is three dollars. */
  readonly price: number;
  /** The same in minor units (Stripe's `unit_amount`): 300 is three dollars. */
  readonly unitAmount: number;
  /** ISO 4217, lower case as Stripe writes it. */
  readonly currency: string;
  /** Only for intervals longer than a month: the price per month, rounded to cents. */
  readonly pricePerMonth?: number | undefined;
  readonly billingInterval: 'month' | 'year';
  /** How many verified phone numbers one account may have. */
  readonly phoneLimit: number;
  /** The payment provider's price id; known only if payments are configured. */
  readonly priceId?: string | undefined;
  readonly features: readonly string[];
  /** A short badge next to the name, such as BEST VALUE. */
  readonly badge?: string | undefined;
  /** One sentence about the savings. */
  readonly saving?: string | undefined;
};

const features = [
  'Unlimited searches',
  '1 verified phone number',
  'AI-powered responses',
  'Real-time web information via SMS',
] as const;

const { monthly, annual } = brand.plans;

/**
 * The plans on sale (docs/reference/specification.md#constants), at the installation's prices: the pages are built from
 * them. Price and limits that count are in the table `plans`, which follows them at every start.
 */
export const plans = [
  {
    id: 'monthly',
    ...priced(monthly),
    currency: 'usd',
    billingInterval: 'month',
    phoneLimit: 1,
    features,
  },
  {
    id: 'annual',
    ...priced(annual),
    currency: 'usd',
    pricePerMonth: Math.round((annual.price * 100) / 12) / 100,
    billingInterval: 'year',
    phoneLimit: 1,
    features,
    ...(savedShare() > 0 ? { badge: 'BEST VALUE', saving: `Saves ${savedPercent()} versus monthly` } : {}),
  },
] as const satisfies readonly Plan[];

export type PlanId = (typeof plans)[number]['id'];

/** The plans that can be bought. */
export const planIds = plans.map(({ id }) => id);

/** Placeholder for a subscription with an unknown plan; it cannot be bought. */
export const UNKNOWN_PLAN_ID = 'starter';

function priced({ name, price }: { readonly name: string; readonly price: number }) {
  return { name, price, unitAmount: Math.round(price * 100) };
}

function savedShare(): number {
  return 1 - annual.price / (12 * monthly.price);
}

/** What a year saves against twelve months: "over 11%", or "20%" when that is exact. */
export function savedPercent(): string {
  const percent = Math.round(savedShare() * 10_000) / 100;
  return Number.isInteger(percent) ? `${percent}%` : `over ${Math.floor(percent)}%`;
}
