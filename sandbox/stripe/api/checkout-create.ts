import { liveCustomer, productName } from '../billing/lookups.ts';
import { newCheckoutSession } from '../objects/checkout.ts';
import { newId, randomText } from '../objects/ids.ts';
import type { CheckoutLine, CheckoutSession, Price } from '../objects/types.ts';
import { invalid, missing } from '../wire/errors.ts';
import { mergeMetadata } from '../wire/params.ts';
import type { CheckoutPlan, World } from '../world.ts';
import type { CreateParams } from './checkout-params.ts';

const HOUR_S = 3_600;
/** Checkout sessions live between half an hour and a day (API reference, `expires_at`). */
const LIFE_MIN_S = HOUR_S / 2;
const LIFE_MAX_S = 24 * HOUR_S;
/** Checkout wants a trial's end at least this far ahead. */
const TRIAL_MIN_S = 48 * HOUR_S;

/**
 * Opens a checkout session and what it will make when it is paid.
 * @throws StripeError 400 for parameters that do not fit together
 */
export function createSession(world: World, params: CreateParams): CheckoutSession {
  const now = world.now(params.customer ?? null);
  checkTogether(params, now);
  const customer = params.customer === undefined ? null : liveCustomer(world, params.customer, 'customer');
  const line = lineOf(world, params);
  const id = `cs_test_a1${randomText(56)}`;
  const session = newCheckoutSession({
    id,
    created: now,
    url: `${world.pages()}/c/pay/${id}`,
    amount: line.amount_total,
    currency: line.currency,
    customer: customer?.id ?? null,
    customerEmail: params.customer_email ?? customer?.email ?? null,
    expiresAt: params.expires_at ?? now + LIFE_MAX_S,
    params,
    metadata: mergeMetadata({}, params.metadata),
  });
  world.book.put('checkout_session', session);
  world.book.put('checkout_plan', planOf(id, line, params));
  return session;
}

function checkTogether(params: CreateParams, now: number): void {
  const { mode, ui_mode: uiMode = 'hosted_page', expires_at: expiresAt, subscription_data: data } = params;
  if (mode !== 'subscription')
    throw invalid(`The sandbox simulates mode=subscription only, not ${mode}.`, { param: 'mode' });
  if (uiMode !== 'hosted_page')
    throw invalid(`The sandbox simulates ui_mode=hosted_page only, not ${uiMode}.`, { param: 'ui_mode' });
  if (params.customer !== undefined && params.customer_email !== undefined) {
    throw invalid('You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer_email',
    });
  }
  if (params.customer === undefined && params.customer_update !== undefined) {
    throw invalid('`customer_update` can only be used with `customer`.', { param: 'customer_update' });
  }
  if (expiresAt !== undefined && expiresAt < now + LIFE_MIN_S) {
    throw invalid('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', {
      param: 'expires_at',
    });
  }
  if (expiresAt !== undefined && expiresAt > now + LIFE_MAX_S) {
    throw invalid('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', {
      param: 'expires_at',
    });
  }
  if (data?.trial_end !== undefined && data.trial_period_days !== undefined) {
    throw invalid(
      'You may only specify one of these parameters: subscription_data[trial_end], subscription_data[trial_period_days].',
      {
        param: 'subscription_data',
      },
    );
  }
  if (data?.trial_end !== undefined && data.trial_end < now + TRIAL_MIN_S) {
    throw invalid('The `trial_end` date has to be at least 2 days in the future.', {
      param: 'subscription_data[trial_end]',
    });
  }
}

function lineOf(world: World, { line_items: lines }: CreateParams): CheckoutLine {
  const [line] = lines;
  if (!line) throw invalid('Missing required param: line_items.', { code: 'parameter_missing', param: 'line_items' });
  if (lines.length > 1) throw invalid('The sandbox simulates one line item per session.', { param: 'line_items[1]' });
  const param = 'line_items[0][price]';
  const price: Price | undefined = world.book.get('price', line.price);
  if (!price) throw missing('price', line.price, param);
  if (!price.active)
    throw invalid('The price specified is inactive. This field only accepts active prices.', { param });
  if (line.quantity === undefined) {
    throw invalid('Quantity is required. Add `quantity` to `line_items[0]`', { param: 'line_items[0][quantity]' });
  }
  const amount = (price.unit_amount ?? 0) * line.quantity;
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: productName(world, price),
    metadata: {},
    price,
    quantity: line.quantity,
  };
}

function planOf(id: string, line: CheckoutLine, { subscription_data: data }: CreateParams): CheckoutPlan {
  return {
    id,
    lines: [line],
    subscription: {
      metadata: mergeMetadata({}, data?.metadata),
      description: data?.description ?? null,
      trialEnd: data?.trial_end ?? null,
      trialDays: data?.trial_period_days ?? null,
      missingPaymentMethod: data?.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
      billingMode: data?.billing_mode?.type ?? 'flexible',
    },
    intent: null,
    pendingCard: null,
  };
}
