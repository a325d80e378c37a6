import type { Plan, Price, Product } from './types.ts';

/** A new product. Times in unix seconds. */
export function newProduct(given: Pick<Product, 'id' | 'name' | 'created'> & Partial<Product>): Product {
  return {
    object: 'product',
    active: true,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: given.created,
    url: null,
    ...given,
  };
}

type Interval = 'day' | 'week' | 'month' | 'year';
type NewPrice = Pick<Price, 'id' | 'product' | 'created'> & {
  /** Minor units (cents). */
  readonly unit_amount: number;
  readonly interval: Interval;
} & Partial<Pick<Price, 'currency' | 'lookup_key' | 'nickname' | 'metadata'>>;

/** A recurring price of a fixed amount, the only kind that the sandbox emulates. */
export function newPrice({ interval, unit_amount, ...given }: NewPrice): Price {
  return {
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    currency: 'usd',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount,
    unit_amount_decimal: String(unit_amount),
    ...given,
  };
}

/** The legacy plan object that subscription items still carry next to the price. */
export function planOf(price: Price): Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: (price.recurring?.interval ?? 'month') as Plan['interval'],
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}
