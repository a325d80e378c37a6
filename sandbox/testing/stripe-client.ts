import Stripe from 'stripe';

import type { Sandbox } from '../sandbox.ts';
import { decodeForm } from '../stripe/wire/form.ts';
import { haveContracts, readContract } from './contracts.ts';
import { control } from './start.ts';

const contract = haveContracts ? readContract('stripe-node-23.1.0_2026-10-28.endive.schema.json.gz') : undefined;

/** The official client for a sandbox, with each request and each answer checked against the client's own types. */
export function stripeClient(sandbox: Sandbox, key = 'sk_test_sandbox'): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port: Number(new URL(sandbox.url).port),
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(checkedFetch),
  });
}

/** The ids of all customers that were not deleted. */
export async function customersOf(sandbox: Sandbox): Promise<string[]> {
  const overview = (await control(sandbox, 'GET', '/stripe/overview')) as { customers: { customer: string }[] };
  return overview.customers.map(({ customer }) => customer);
}

async function checkedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const body = await response.clone().text();
  if (response.ok && body !== '') {
    const { pathname, search } = new URL(url instanceof Request ? url.url : url);
    const form = [search.slice(1), typeof init?.body === 'string' ? init.body : ''].filter(Boolean).join('&');
    try {
      checkRequest(init?.method ?? 'GET', pathname, form);
      checkObject(JSON.parse(body));
    } catch (error) {
      // The official client reports only a connection error.
      console.error(error);
      throw error;
    }
  }
  return response;
}

/** The contract's parameter types by call; `*` stands for an id in the path. */
export const requests: Record<string, string> = {
  'POST /v1/checkout/sessions': 'CheckoutSessionCreate',
  'GET /v1/checkout/sessions/*': 'CheckoutSessionRetrieve',
  'POST /v1/billing_portal/sessions': 'PortalSessionCreate',
  'POST /v1/subscriptions/*': 'SubscriptionUpdate',
  'DELETE /v1/subscriptions/*': 'SubscriptionCancel',
  'GET /v1/subscriptions': 'SubscriptionList',
  'POST /v1/customers': 'CustomerCreate',
  'GET /v1/prices': 'PriceList',
  'POST /v1/prices': 'PriceCreate',
  'POST /v1/webhook_endpoints': 'WebhookEndpointCreate',
  'POST /v1/refunds': 'RefundCreate',
  'GET /v1/invoices': 'InvoiceList',
  'GET /v1/invoice_payments': 'InvoicePaymentList',
  'GET /v1/events': 'EventList',
};

/** Checks a request's parameters against the contract. @throws with every violation */
export function checkRequest(method: string, path: string, form: string): void {
  const name = requests[`${method} ${path.replace(/\/(?:[a-z]+_)+\w*$/, (id) => (/\d|[A-Z]/.test(id) ? '/*' : id))}`];
  if (name !== undefined) contract?.(`/roots/Req_${name}`)(typed(decodeForm(form)));
}

/** A decoded form with numbers and booleans converted. */
function typed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(typed);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, typed(inner)]));
  }
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
}

/** The contract's declarations by object type. */
const objects: Record<string, string> = {
  subscription: '/roots/Res_Subscription',
  'checkout.session': '/roots/Res_CheckoutSession',
  'billing_portal.session': '/roots/Res_PortalSession',
  'billing_portal.configuration': '/definitions/Configuration_1256',
  invoice: '/roots/Res_Invoice',
  invoice_payment: '/roots/Res_InvoicePayment',
  customer: '/roots/Res_Customer',
  price: '/roots/Res_Price',
  product: '/roots/Res_Product',
  charge: '/roots/Res_Charge',
  refund: '/roots/Res_Refund',
  payment_intent: '/definitions/PaymentIntent_167',
  payment_method: '/definitions/PaymentMethod_79',
};

type Answered = { object: string; deleted?: boolean; data?: unknown };

/** Checks an object, a list of objects, or the object in an event. @throws with every violation */
export function checkObject(value: unknown): void {
  const { object, deleted, data } = value as Answered;
  if (object === 'list' || object === 'search_result') for (const one of data as unknown[]) checkObject(one);
  else if (object === 'event') checkObject((data as { object: unknown }).object);
  else if (object === 'customer' && deleted === true) contract?.('/definitions/DeletedCustomer_36')(value);
  else if (objects[object] !== undefined) contract?.(objects[object])(value);
  else if (object !== 'webhook_endpoint') throw new Error(`the contract has no ${object}`);
}
