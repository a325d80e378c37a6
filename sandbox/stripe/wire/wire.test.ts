import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import type { Sandbox } from '../../sandbox.ts';
import { control, startTestSandbox } from '../../testing/start.ts';
import { customersOf, stripeClient } from '../../testing/stripe-client.ts';
import { decodeForm } from './form.ts';

type Sent = { readonly key?: string; readonly headers?: Record<string, string> };

async function post(
  sandbox: Sandbox,
  path: string,
  form: string,
  { key = 'sk_test_sandbox', headers = {} }: Sent = {},
) {
  const response = await fetch(`${sandbox.url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: form,
  });
  const body = (await response.json()) as {
    id?: string;
    error?: { code?: string; message: string; param?: string; type: string };
  };
  return { status: response.status, headers: response.headers, ...body };
}

test('brackets nest, indexed and empty ones make lists, and nothing reaches the prototype', () => {
  expect(decodeForm('a[b][c]=1&l[0][x]=p&l[1][x]=q&e[]=1&e[]=2&s=a%5Bb%5D')).toEqual({
    a: { b: { c: '1' } },
    l: [{ x: 'p' }, { x: 'q' }],
    e: ['1', '2'],
    s: 'a[b]',
  });
  decodeForm('__proto__[polluted]=1&a[__proto__][polluted]=1&constructor[prototype][polluted]=1');
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test.each(['a=1&a[b]=2', 'a[b]=2&a=1', '[a]=1', `a${'[b]'.repeat(50)}=1`])('%s does not fit together', (form) => {
  expect(() => decodeForm(form)).toThrow(/parameter/i);
});

test('no key, a wrong key and the publishable key are refused before the parameters are checked', async () => {
  await using sandbox = await startTestSandbox();
  const anonymous = await fetch(`${sandbox.url}/v1/customers`);
  expect([anonymous.status, ((await anonymous.json()) as { error: { type: string } }).error.type]).toEqual([
    401,
    'invalid_request_error',
  ]);
  const wrong = await post(sandbox, 'customers', '', { key: 'sk_test_someoneelse' });
  expect([wrong.status, wrong.error?.message]).toEqual([401, 'Invalid API Key provided: sk_test_*******else']);
  expect((await post(sandbox, 'customers', '', { key: 'pk_test_sandbox' })).status).toBe(403);
  await expect(stripeClient(sandbox, 'sk_test_no').prices.list()).rejects.toMatchObject({ statusCode: 401 });
});

test.each([
  ['color=red', 'parameter_unknown', 'color'],
  [
    'mode=subscription&customer=cus_x&line_items[0][price]=price_sandbox_monthly&line_items[0][quantity]=1',
    'parameter_missing',
    'success_url',
  ],
  ['mode=subscriptions', undefined, 'mode'],
  ['line_items[0][quantity]=soon', 'parameter_invalid_integer', 'line_items[0][quantity]'],
  ['payment_method_types[0]=card', 'parameter_unknown', 'payment_method_types'],
  ['ui_mode=hosted', undefined, 'ui_mode'],
  ['line_items[0][price]=nope&line_items[0][quantity]=1', 'resource_missing', 'line_items[0][price]'],
  ['line_items[0][quantity]=0', undefined, 'line_items[0][quantity]'],
  ['customer=cus_nope', 'resource_missing', 'customer'],
  ['success_url=javascript:alert(1)', 'url_invalid', 'success_url'],
  ['client_reference_id=', 'parameter_invalid_empty', 'client_reference_id'],
  ['subscription_data[coupon]=x', 'parameter_unknown', 'subscription_data[coupon]'],
])('a checkout session with %s is refused by name', async (form, code, param) => {
  await using sandbox = await startTestSandbox();
  const customer = await stripeClient(sandbox).customers.create({});
  const good = {
    mode: 'subscription',
    customer: customer.id,
    success_url: 'http://127.0.0.1/',
    'line_items[0][price]': 'price_sandbox_monthly',
    'line_items[0][quantity]': '1',
  };
  const names = new Set(form.split('&').map((pair) => pair.split('=')[0]));
  const isBare = code === 'parameter_missing';
  const kept = Object.entries(good).filter(([key]) => !isBare && !names.has(key));
  const answer = await post(sandbox, 'checkout/sessions', `${new URLSearchParams(kept).toString()}&${form}`);
  expect([answer.status, answer.error?.type, answer.error?.code, answer.error?.param]).toEqual([
    400,
    'invalid_request_error',
    code,
    param,
  ]);
});

test('a real parameter that is not simulated is refused in words, not ignored', async () => {
  await using sandbox = await startTestSandbox();
  const { status, error } = await post(sandbox, 'customers', 'tax_exempt=exempt');
  expect([status, error?.message, error?.param]).toEqual([
    400,
    'The sandbox does not simulate this parameter.',
    'tax_exempt',
  ]);
});

test('an address that is not simulated, another API version and a JSON body get errors in the right shape', async () => {
  await using sandbox = await startTestSandbox();
  const unknown = await post(sandbox, 'quotes', '');
  expect([unknown.status, unknown.error?.message]).toEqual([
    404,
    expect.stringContaining('Unrecognized request URL (POST: /v1/quotes)'),
  ]);
  const old = await post(sandbox, 'customers', '', { headers: { 'stripe-version': '2020-08-27' } });
  expect([old.status, old.error?.message]).toEqual([400, expect.stringContaining('2026-10-28.endive')]);
  const json = await post(sandbox, 'customers', '{}', { headers: { 'content-type': 'application/json' } });
  expect([json.status, json.error?.type]).toEqual([400, 'invalid_request_error']);
});

test('an idempotency key gives the first answer again, and an error for anything else', async () => {
  await using sandbox = await startTestSandbox();
  const headers = { 'idempotency-key': 'checkout:u1:monthly:1' };
  const first = await post(sandbox, 'customers', 'email=a%40example.com&metadata[a]=1', { headers });
  const again = await post(sandbox, 'customers', 'metadata[a]=1&email=a%40example.com', { headers });
  expect([again.id, again.headers.get('idempotent-replayed')]).toEqual([first.id, 'true']);
  expect(again.headers.get('original-request')).toBe(first.headers.get('request-id'));
  const other = await post(sandbox, 'customers', 'email=b%40example.com', { headers });
  expect([other.status, other.error?.type, other.error?.message]).toEqual([
    400,
    'idempotency_error',
    expect.stringContaining('same parameters'),
  ]);
  const elsewhere = await post(sandbox, 'refunds', 'email=a%40example.com&metadata[a]=1', { headers });
  expect([elsewhere.status, elsewhere.error?.type]).toEqual([400, 'idempotency_error']);
  expect(await customersOf(sandbox)).toHaveLength(1);
});

test('a call whose answer is lost is done once when the client repeats it with its key', async () => {
  await using sandbox = await startTestSandbox();
  await control(sandbox, 'PUT', '/faults', { stripe: { dropAfterAccept: true } });
  const headers = { 'idempotency-key': 'once' };
  await expect(post(sandbox, 'customers', 'email=a%40example.com', { headers })).rejects.toThrow('fetch failed');
  await control(sandbox, 'DELETE', '/faults');
  const repeated = await post(sandbox, 'customers', 'email=a%40example.com', { headers });
  expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  expect(await customersOf(sandbox)).toHaveLength(1);
});

test('faults answer in the error shape without which the official client would see a success', async () => {
  await using sandbox = await startTestSandbox();
  await control(sandbox, 'PUT', '/faults', { stripe: { status: 429, operations: ['customers.create'] } });
  const stripe = stripeClient(sandbox);
  await expect(stripe.customers.create({})).rejects.toMatchObject({ type: 'StripeRateLimitError', statusCode: 429 });
  expect((await stripe.prices.list()).data).toHaveLength(2);
});

test('lists come newest first in pages that join without gaps', async () => {
  await using sandbox = await startTestSandbox();
  const stripe = stripeClient(sandbox);
  const made: string[] = [];
  for (let n = 0; n < 7; n++) made.unshift((await stripe.customers.create({ name: `c${n}` })).id);
  const listed: string[] = [];
  for await (const { data } of stripe.events.list({ types: ['customer.created'], limit: 3 })) {
    listed.push((data.object as Stripe.Customer).id);
  }
  expect(listed).toEqual(made);
  await expect(stripe.events.list({ starting_after: 'evt_no' })).rejects.toMatchObject({ code: 'resource_missing' });
  await expect(stripe.events.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
});

test('customers are searched by their metadata, without those that were deleted, and in no other way', async () => {
  await using sandbox = await startTestSandbox();
  const stripe = stripeClient(sandbox);
  const made: string[] = [];
  for (const userId of ['u1', 'u1', 'u1', 'u2']) {
    made.push((await stripe.customers.create({ metadata: { userId } })).id);
  }
  await stripe.customers.del(made[1] ?? '');
  const found = await stripe.customers.search({ query: `metadata['userId']:'U1'` });
  expect(found).toMatchObject({ object: 'search_result', has_more: false, next_page: null });
  expect(found.data.map(({ id }) => id)).toEqual([made[2], made[0]]);
  expect((await stripe.customers.search({ query: `metadata["none"]:"u1"` })).data).toEqual([]);
  await expect(stripe.customers.search({ query: `name:'Ann'` })).rejects.toMatchObject({ param: 'query' });
});

test('only references are expanded, and not too deep', async () => {
  await using sandbox = await startTestSandbox();
  const stripe = stripeClient(sandbox);
  await expect(stripe.prices.list({ expand: ['data.currency'] })).rejects.toThrow('cannot be expanded (data.currency)');
  await expect(stripe.prices.list({ expand: ['data.nothing'] })).rejects.toThrow('cannot be expanded');
  await expect(stripe.prices.list({ expand: ['data.a.b.c.d.e'] })).rejects.toThrow('more than 4 levels');
});
