import { randomBytes } from 'node:crypto';

import twilio from 'twilio';
import { expect } from 'vitest';

import { askAgain } from '#server/testing/ask-again.ts';
import { test } from '#server/testing/shared-app.ts';
import { startGatedApp, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { replies } from '../rules/replies.ts';
import { optOutByHand } from './opt-out.repo.ts';

const accountSid = `AC${'0'.repeat(32)}`;
const authToken = 'sandbox_twilio_auth_token';
const path = '/webhooks/twilio/messages';

function form(app: TestApp, changes: Record<string, string> = {}): Record<string, string> {
  return {
    MessageSid: `SM${randomBytes(16).toString('hex')}`,
    AccountSid: accountSid,
    From: app.phone(),
    To: '+12025550100',
    Body: 'what is the capital of ohio',
    NumMedia: '0',
    FromCity: '',
    ...changes,
  };
}

type Sent = { readonly fields: Record<string, string>; readonly signedFor?: string; readonly token?: string };

async function deliverOnce(
  app: TestApp,
  { fields, signedFor = app.url + path, token = authToken }: Sent,
): Promise<Response> {
  return fetch(app.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilio.getExpectedTwilioSignature(token, signedFor, fields),
    },
    body: new URLSearchParams(fields),
  });
}

function deliver(app: TestApp, sent: Sent): Promise<Response> {
  return askAgain(() => deliverOnce(app, sent));
}

/** How many texts are stored under this id, or from this sender. */
async function stored(app: TestApp, { MessageSid, From }: Record<string, string>): Promise<number> {
  const { rows } = await app.product.deps.pool.query<{ count: number }>(
    'select count(*) from inbound_texts where sid = $1 or sender = $2',
    [MessageSid, From],
  );
  return rows[0]?.count ?? -1;
}

test('a text signed by the carrier is acknowledged with an empty reply once it is on disk', async ({ app }) => {
  const fields = form(app);
  const response = await deliver(app, { fields });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/xml']);
  expect(await response.text()).toContain('<Response/>');
  expect(await stored(app, fields)).toBe(1);
});

test('a request that the carrier did not sign in exactly this form is refused, and nothing is stored', async ({
  app,
}) => {
  const fields = form(app);
  const body = new URLSearchParams(fields);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const statuses = [
    await fetch(app.url + path, { method: 'POST', headers, body }),
    await fetch(app.url + path, { method: 'POST', headers: { ...headers, 'x-twilio-signature': '' }, body }),
    await fetch(app.url + path, { method: 'POST', headers: { ...headers, 'x-twilio-signature': 'AAAA' }, body }),
    await deliver(app, { fields, token: 'another token' }),
    await deliver(app, { fields, signedFor: 'https://elsewhere.example/webhooks/twilio/messages' }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([403, 403, 403, 403, 403]);
  expect(await stored(app, fields)).toBe(0);
});

test('a signed text with one character changed in transit is refused', async ({ app }) => {
  const fields = form(app);
  const signature = twilio.getExpectedTwilioSignature(authToken, app.url + path, fields);
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    body: new URLSearchParams({ ...fields, From: '+13125550199' }),
  });
  expect(response.status).toBe(403);
  expect(await stored(app, fields)).toBe(0);
});

test.for<[string, Record<string, string>, number]>([
  ['another account', { AccountSid: `AC${'1'.repeat(32)}` }, 403],
  ['a number that is not ours', { To: '+12025550999' }, 403],
  ['no message id', { MessageSid: '' }, 400],
  ['an id that is none', { MessageSid: "SM1' or 1=1" }, 400],
  ['no sender', { From: '' }, 400],
])('a signed webhook for %s is refused, and nothing is stored', async ([, changes, status], { app }) => {
  const fields = form(app, changes);
  expect((await deliver(app, { fields })).status).toBe(status);
  expect(await stored(app, fields)).toBe(0);
});

test('a body that is too large or of another type is refused', async ({ app }) => {
  const large = await fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'x' },
    body: `Body=${'x'.repeat(70_000)}`,
  });
  const json = await fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect([large.status, json.status]).toEqual([413, 403]);
});

test.for(['+1312\u0000555', 'a\nb', '', 'x'.repeat(21)])(
  'a text from %j is refused permanently: it is not a sender that can be stored',
  async (From, { app }) => {
    expect((await deliver(app, { fields: form(app, { From }) })).status).toBe(400);
  },
);

test.for(['22000', 'ACME', ' ', '+1'])(
  'STOP and START from %j, which cannot be texted, change nothing',
  async (From, { app }) => {
    for (const Body of ['STOP', 'START', 'YES', 'Reply STOP to end']) {
      expect((await deliver(app, { fields: form(app, { From, Body }) })).status).toBe(200);
    }
  },
);

test('the same webhook delivered five times concurrently is received once', async ({ app }) => {
  const fields = form(app);
  const responses = await Promise.all(Array.from({ length: 5 }, () => deliver(app, { fields })));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await app.finalReplies(fields['From'] ?? '', 1)).toEqual([replies.promo.en]);
  expect(await stored(app, fields)).toBe(1);
});

test('with the queue switched off nothing is acknowledged while the database is unavailable, and nothing is lost', async () => {
  await using app = await startGatedApp({ settings: { TEST_SPEED: '20' } });
  app.product.deps.featureFlags.set('dbFallback', false);
  const fields = form(app);
  await app.gate.shut();
  const refused = await deliverOnce(app, { fields });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(503);
  await app.gate.open();
  await until('the database to be back', () => Promise.resolve(!app.product.deps.outage.isUnavailable));
  expect((await deliver(app, { fields })).status).toBe(200);
  expect(await app.finalReplies(fields['From'] ?? '', 1)).toEqual([replies.promo.en]);
});

test('a keyword that the carrier has answered itself is obeyed without a reply', async () => {
  await using app = await startTestApp({ settings: { TWILIO_OPT_OUT_REPLIES: 'app' } });
  const phone = app.phone();
  await app.subscriber(phone);
  await deliver(app, { fields: form(app, { From: phone, Body: 'Stop', OptOutType: 'STOP' }) });
  await deliver(app, { fields: form(app, { From: phone, Body: 'Help', OptOutType: 'HELP' }) });
  await app.untilTextsDone();
  const { rows } = await app.product.deps.pool.query('select opted_out from opt_outs where phone_key = $1', [phone]);
  expect(rows).toEqual([{ opted_out: true }]);
  expect(await app.replies(phone)).toEqual([]);
});

test.for(['STOP', 'stop', ' Stop '])(
  'OptOutType %j opts out whatever the wording, and START opts back in',
  async (type, { app }) => {
    const { pool } = app.product.deps;
    const [phone, stranger] = [app.phone(), app.phone()];
    await app.subscriber(phone);
    const send = async (From: string, Body: string, OptOutType: string): Promise<void> => {
      expect((await deliver(app, { fields: form(app, { From, Body, OptOutType }) })).status).toBe(200);
      await app.untilTextsDone();
    };
    const optedOut = async (): Promise<unknown[]> => {
      const { rows } = await pool.query<{ opted_out: boolean }>(
        'select opted_out from opt_outs where phone_key = any($1)',
        [[phone, stranger]],
      );
      return rows.map((row) => row.opted_out);
    };
    for (const from of [phone, stranger]) await send(from, 'arrêtez donc', type);
    expect(await optedOut()).toEqual([true, true]);
    await send(phone, 'what is the capital of ohio', '');
    for (const from of [phone, stranger]) await send(from, 'reprendre', 'start');
    expect(await optedOut()).toEqual([false, false]);
    await send(phone, 'STOP', 'HELP');
    expect(await optedOut()).toEqual([false, false]);
    expect([...(await app.replies(phone)), ...(await app.replies(stranger))]).toEqual([]);
    await send(phone, 'what is the capital of ohio', 'SOMETHING_NEW');
    expect(await app.finalReplies(phone, 1)).toHaveLength(1);
  },
);

test('our own numbers, short codes and alphanumeric senders get no answer', async ({ app }) => {
  const senders = ['+12025550101', '72345', 'MYBANK', '+18005550123'];
  for (const sender of senders) {
    const response = await deliver(app, { fields: form(app, { From: sender, Body: 'hello there, who is this' }) });
    expect(response.status, sender).toBe(200);
  }
  const { rows } = await app.product.deps.pool.query('select outcome from inbound_texts where sender = any($1)', [
    senders,
  ]);
  expect(rows.map(({ outcome }) => outcome as string)).toEqual(['silent', 'silent', 'silent', 'silent']);
});

test('without Advanced Opt-Out, START after an opt-out is answered once: by the carrier where it blocked, else by us', async () => {
  await using app = await startTestApp({ sandbox: { SANDBOX_TWILIO_OPT_OUT: 'carrier' } });
  /** The replies to START, after these texts. */
  const afterStart = async (...texts: string[]): Promise<string[]> => {
    const phone = app.phone();
    await app.subscriber(phone);
    for (const body of texts) {
      await app.text(phone, body);
      await app.untilTextsDone();
    }
    const before = texts.length === 0 ? 0 : (await app.finalReplies(phone, 1)).length;
    await app.text(phone, 'START');
    return (await app.finalReplies(phone, before + 1)).slice(before);
  };
  const [ours, theirs] = [expect.stringContaining('opted back in'), expect.stringContaining('re-subscribed')];
  expect(await afterStart('stop texting me')).toEqual([ours]);
  expect(await afterStart('ALTO')).toEqual([expect.stringContaining('volvera a recibir textos')]);
  expect(await afterStart('STOP')).toEqual([theirs]);
  expect(await afterStart('stop texting me', 'STOP')).toEqual([theirs]);
  expect(await afterStart('STOP', 'stop texting me')).toEqual([theirs]);

  const phone = app.phone();
  await app.subscriber(phone);
  await optOutByHand(app.product.deps, phone);
  await app.text(phone, 'START');
  expect(await app.finalReplies(phone, 1)).toEqual([ours]);
});
