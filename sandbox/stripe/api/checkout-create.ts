import type { Account, CheckoutPlan } from '../account.ts';
import { liveCustomer, productName } from '../billing/lookups.ts';
import { newCheckoutSession } from '../objects/checkout.ts';
import { newId, randomText } from '../objects/ids.ts';
import type { CheckoutLine, CheckoutSession, Price } from '../objects/types.ts';
import { invalid, missing } from '../wire/errors.ts';
import type { CreateParams } from './checkout-params.ts';

/** A session expires after a day (API reference, `expires_at`). */
const LIFETIME_S = 24 * 3_600;

/**
 * Opens a checkout session and stores the subscription that its payment will start.
 * @throws StripeError 400 for an unknown customer or price, or more than one line item
 */
export function createSession(account: Account, params: CreateParams): CheckoutSession {
  const now = account.now(params.customer);
  const customer = liveCustomer(account, params.customer, 'customer');
  const line = lineOf(account, params);
  const id = `cs_test_a1${randomText(56)}`;
  const session = newCheckoutSession({
    id,
    created: now,
    url: `${account.pages()}/c/pay/${id}`,
    amount: line.amount_total,
    currency: line.currency,
    customer,
    expiresAt: now + LIFETIME_S,
    params,
    metadata: params.metadata ?? {},
  });
  const plan: CheckoutPlan = {
    id,
    lines: [line],
    metadata: params.subscription_data?.metadata ?? {},
    intent: null,
    pendingCard: null,
  };
  account.records.put('checkout_session', session);
  account.records.put('checkout_plan', plan);
  return session;
}

function lineOf(account: Account, { line_items: lines }: CreateParams): CheckoutLine {
  const [line] = lines;
  if (!line) throw invalid('Missing required param: line_items.', { code: 'parameter_missing', param: 'line_items' });
  if (lines.length > 1) throw invalid('The sandbox simulates one line item per session.', { param: 'line_items[1]' });
  const param = 'line_items[0][price]';
  const price: Price | undefined = account.records.get('price', line.price);
  if (!price) throw missing('price', line.price, param);
  if (!price.active)
    throw invalid('The price specified is inactive. This field only accepts active prices.', { param });
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
    description: productName(account, price),
    metadata: {},
    price,
    quantity: line.quantity,
  };
}
