import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';

import { expect } from 'vitest';

import { askAgain } from '#server/testing/ask-again.ts';
import { addPayer } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import { startGatedApp, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

/** An event as Stripe sends it, with overrides. */
function eventOf(change: Record<string, unknown> = {}) {
  return {
    id: 'evt_1TestEvent',
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    type: 'customer.subscription.updated',
    data: { object: { id: 'sub_1', object: 'subscription', customer: 'cus_nobody' } },
    ...change,
  };
}

/** `ageS`: the age of the signature when it is sent, in seconds. */
type Signing = { secret?: string; ageS?: number; signed?: string };

/** Stripe's signature scheme (docs.stripe.com/webhooks/signature). */
function signature(body: string, { secret = 'whsec_sandbox', ageS = 0, signed = body }: Signing): string {
  const seconds = Math.floor(Date.now() / 1000) - ageS;
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${signed}`).digest('hex')}`;
}

async function postOnce(app: TestApp, event: unknown, header: string | Signing = {}): Promise<Response> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const signed = typeof header === 'string' ? header : signature(body, header);
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signed };
  return fetch(`${app.url}/webhooks/stripe`, { method: 'POST', headers, body });
}

async function post(...sent: Parameters<typeof postOnce>): Promise<number> {
  return (await askAgain(() => postOnce(...sent))).status;
}

const noted = (app: TestApp, ...ids: string[]) =>
  app.product.deps.db.selectFrom('payment_events').selectAll().where('id', 'in', ids).execute();

test('an event that Stripe signed is recorded once, however often it arrives', async ({ app }) => {
  const event = eventOf({ id: 'evt_repeated' });
  const statuses = await Promise.all(Array.from({ length: 20 }, () => post(app, event)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await noted(app, 'evt_repeated')).toHaveLength(1);
});

test('what Stripe did not sign recently, for us, is refused and not stored', async ({ app }) => {
  const event = eventOf({ id: 'evt_refused' });
  const body = JSON.stringify(event);
  const refused: [what: string, event: unknown, header: string | Signing][] = [
    ['another secret', event, { secret: 'whsec_guessed' }],
    ['a blank secret', event, { secret: '' }],
    ['other bytes', event, { signed: `${body} ` }],
    ['five minutes old', event, { ageS: 302 }],
    ['from the future', event, { ageS: -330 }],
    ['no signature', event, ''],
    ['half a signature', event, `t=${Math.floor(Date.now() / 1000)}`],
    ['an older scheme', event, signature(body, {}).replace('v1=', 'v0=')],
    ['real money, at a test', { ...event, livemode: true }, {}],
    ['no JSON', 'hello', {}],
    ['no event', { object: 'customer', id: 'cus_1' }, {}],
    ['an id that is none', { ...event, id: "evt'; drop table users" }, {}],
    ['nothing', '', {}],
  ];
  for (const [what, sent, header] of refused) expect([what, await post(app, sent, header)]).toEqual([what, 400]);
  expect(await noted(app, 'evt_refused')).toEqual([]);
});

test('while a secret is rolled both are accepted, and a header may carry several signatures', async () => {
  await using app = await startTestApp({
    settings: {
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
      STRIPE_WEBHOOK_SECRET: 'whsec_new,whsec_old',
      STRIPE_API_BASE_URL: 'http://127.0.0.1:9',
    },
  });
  expect(await post(app, eventOf({ id: 'evt_old' }), { secret: 'whsec_old' })).toBe(200);
  const body = JSON.stringify(eventOf({ id: 'evt_both' }));
  const both = `${signature(body, { secret: 'whsec_gone' })},${signature(body, { secret: 'whsec_new' }).split(',')[1]}`;
  expect(await post(app, body, both)).toBe(200);
  expect(await noted(app, 'evt_both', 'evt_old')).toHaveLength(2);
});

test('other types are accepted and dropped; another API version is parked for the operator', async ({ app }) => {
  expect(await post(app, eventOf({ id: 'evt_payout', type: 'payout.paid' }))).toBe(200);
  expect(await post(app, eventOf({ id: 'evt_future', api_version: '2027-04-01.fennel' }))).toBe(200);
  expect(await post(app, eventOf({ id: 'evt_minor', api_version: '2026-12-01.endive' }))).toBe(200);
  const rows = await noted(app, 'evt_payout', 'evt_future', 'evt_minor');
  const states = Object.fromEntries(rows.map(({ id, state }) => [id, state]));
  expect(states).toMatchObject({ evt_future: 'parked', evt_minor: expect.stringMatching(/waiting|ignored/) });
  expect(states).not.toHaveProperty('evt_payout');
});

test('a signed event of another product, whatever its ids, is accepted and ignored', async ({ app }) => {
  const objects = {
    'plan.updated': { id: 'gold-monthly', object: 'plan' },
    'coupon.created': { id: '25-OFF', object: 'coupon' },
    'balance.available': { id: null, object: 'balance' },
    'invoice.paid': { id: 'in_1', object: 'invoice', customer: 'shop-user-42' },
    'invoice.payment_failed': { id: 'in 2', object: 'invoice', customer: { id: 'shop-user-42', object: 'customer' } },
    'customer.updated': { id: 'shop-user-42', object: 'customer' },
  };
  for (const [type, object] of Object.entries(objects)) {
    expect([type, await post(app, eventOf({ id: 'evt_' + type.replace('.', '_'), type, data: { object } }))]).toEqual([
      type,
      200,
    ]);
  }
  const ids = ['evt_invoice_paid', 'evt_invoice_payment_failed', 'evt_customer_updated'];
  const ignored = await until('the events to be ignored', async () => {
    const rows = await noted(app, ...ids);
    return rows.every(({ state }) => state === 'ignored') && rows;
  });
  expect(ignored.map(({ customer_id: customer }) => customer)).toEqual([null, null, null]);
});

test('a parked event is processed once it arrives under our API version', async ({ app }) => {
  const parked = eventOf({ id: 'evt_again', api_version: '2025-01-27.acacia' });
  expect(await post(app, parked)).toBe(200);
  expect(await post(app, eventOf({ id: 'evt_again' }))).toBe(200);
  await until('the event to be processed', async () => (await noted(app, 'evt_again'))[0]?.state === 'ignored');
  expect(await post(app, parked)).toBe(200);
  expect(await noted(app, 'evt_again')).toMatchObject([{ state: 'ignored' }]);
});

test('an event of a customer without an account here ends ignored, without its ids', async ({ app }) => {
  await post(app, eventOf({ id: 'evt_stranger' }));
  const row = await until('the event to be ignored', async () => {
    const [found] = await noted(app, 'evt_stranger');
    return found?.state === 'ignored' && found;
  });
  expect([row.customer_id, row.object_id, row.user_id]).toEqual([null, null, null]);
});

test('the content of a webhook is not trusted: a forged state changes nothing', async ({ app }) => {
  const payer = await addPayer(app);
  const customer = await payer.subscribe();
  await until('the subscription to run', async () => (await payer.view()).status === 'active');
  const before = await payer.view();
  const lie = { id: 'sub_lie', object: 'subscription', customer, status: 'canceled', ended_at: 1 };
  expect(await post(app, eventOf({ id: 'evt_lie', data: { object: lie } }))).toBe(200);
  await until('the lie to be worked on', async () => {
    const [row] = await noted(app, 'evt_lie');
    return row?.state === 'done';
  });
  expect(await payer.view()).toEqual(before);
});

test('an event with an impossible date is refused, not retried for days', async ({ app }) => {
  for (const created of [8.64e15, 1e308, -1, 0.5])
    expect(await post(app, eventOf({ created })), `${created}`).toBe(400);
});

test('a large body, and another method, are refused', async ({ app }) => {
  expect(await post(app, 'x'.repeat(600_000))).toBe(413);
  expect((await fetch(`${app.url}/webhooks/stripe`)).status).toBe(404);
});

test('a request that claims no signature is refused before its body comes', async ({ app }) => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.write('POST /webhooks/stripe HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n{');
  const [reply] = await once(socket, 'data');
  expect(String(reply)).toMatch(/^HTTP\/1\.1 400 /);
  socket.destroy();
});

test('while the database is unavailable Stripe is asked to retry, and nothing is lost', async () => {
  await using app = await startGatedApp();
  const event = eventOf({ id: 'evt_away' });
  await app.gate.shut();
  expect((await postOnce(app, event)).status).toBe(503);
  await app.gate.open();
  await until('the event to be taken', async () => (await post(app, event)) === 200);
  expect(await noted(app, 'evt_away')).toHaveLength(1);
});
