import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { type SignalCode, signalCodes } from '#server/observability/signals/signals.ts';
import { outgoingWebhook } from '#server/providers/webhook/outgoing-webhook.ts';
import { operatorEndpoint } from '#server/testing/operator-endpoint.ts';
import { startGatedApp, startTestApp, type TestApp, testPhone } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { createOperatorAlerts } from './operator-alerts.ts';
import { alertText, textChannel } from './text-channel.ts';

const operatorEmail = 'operator@askline.example';
const question = 'who painted the night watch';

/** Settings of all channels. */
function channelsTo(phone: string, webhookUrl: string, heartbeatUrl: string): Record<string, string> {
  return {
    OPERATOR_EMAIL: operatorEmail,
    ALERT_PHONE: phone,
    ALERT_WEBHOOK_URL: `${webhookUrl}/hook?key=1`,
    ALERT_HEARTBEAT_URL: `${heartbeatUrl}/beat`,
  };
}

async function untilTexts(app: TestApp, phone: string, count: number): Promise<string[]> {
  return until(`${count} texts to the operator`, async () => {
    const texts = await app.replies(phone);
    return texts.length >= count && texts;
  });
}

test('a model that refuses our key is told immediately on every channel, without a word of the question', async () => {
  await using endpoint = await operatorEndpoint();
  const phone = testPhone();
  const settings = { ...channelsTo(phone, endpoint.url, endpoint.url), ANSWER_DEADLINE_MS: '7000' };
  await using app = await startTestApp({ settings });
  await app.sandbox('PUT', '/sandbox/faults', { perplexity: { status: 401 } });
  const { signalWatch, metrics } = app.product.deps;
  signalWatch.start();
  const subscriber = app.phone();
  await app.subscriber(subscriber);
  await app.text(subscriber, question);
  const [mail] = await app.mails(operatorEmail);
  const texts = await untilTexts(app, phone, 1);
  const posted = await until('the webhook', () => Promise.resolve(endpoint.calls.length > 0 && endpoint.calls));
  await app.finalReplies(subscriber, 1);
  expect(await signalWatch.check()).toContain('model_refuses_keys');

  expect(mail?.subject).toContain('The first answer provider refuses our key');
  expect(texts).toEqual([alertText('Askline', 'model_refuses_keys')]);
  expect(posted).toMatchObject([{ method: 'POST', path: '/hook?key=1' }]);
  expect(JSON.parse(posted[0]?.body ?? '')).toMatchObject({ signal: 'model_refuses_keys', severity: 'critical' });
  // No heartbeat while something critical fires, and no alert twice.
  expect(endpoint.calls).toHaveLength(1);
  expect(JSON.stringify([mail, texts, posted])).not.toContain('night watch');
  expect(JSON.stringify([posted, texts])).not.toContain(subscriber);
  // Traffic is still taken: the apology is an answer, and no other process would do better.
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  const scraped = await metrics.registry.metrics();
  expect(scraped).toMatch(/^askline_signal_model_refuses_keys_total [1-9]/m);
  expect(scraped).toMatch(/^askline_overdue_text_seconds 0$/m);
});

test('the heartbeat is told while all is well, at most once a minute', async () => {
  await using endpoint = await operatorEndpoint();
  const settings = { ALERT_HEARTBEAT_URL: `${endpoint.url}/beat` };
  await using app = await startTestApp({ settings });
  expect(await app.product.deps.signalWatch.check()).toEqual([]);
  expect(await app.product.deps.signalWatch.check()).toEqual([]);
  expect(endpoint.calls).toEqual([{ method: 'GET', path: '/beat', body: '' }]);
});

test('while the database is unavailable the operator is told by email, text and webhook, once', async () => {
  await using endpoint = await operatorEndpoint();
  const phone = testPhone();
  await using app = await startGatedApp({ settings: channelsTo(phone, endpoint.url, endpoint.url) });
  const { alerts, signalWatch, outage } = app.product.deps;
  // The operator's phone is known from here on.
  expect(await signalWatch.check()).toEqual([]);
  await app.gate.shut();
  await until('the outage to be noticed', () => Promise.resolve(outage.isUnavailable));
  expect(await alerts.raise('database_unavailable', { scope: 'now' })).toBe(true);
  expect(await alerts.raise('database_unavailable', { scope: 'now' })).toBe(false);
  const [mail] = await app.mails(operatorEmail);
  expect(mail?.subject).toContain('The database has been unavailable');
  expect(await untilTexts(app, phone, 1)).toEqual([alertText('Askline', 'database_unavailable')]);
  const posts = (): number => endpoint.calls.filter(({ method }) => method === 'POST').length;
  await until('the webhook', () => Promise.resolve(posts() === 1));
  await app.gate.open();
});

test('a warning is no text; an hour has at most six; a number that opted out gets none', async () => {
  const phone = testPhone();
  await using app = await startTestApp({ settings: { ALERT_PHONE: phone } });
  const { alerts, db } = app.product.deps;
  await alerts.raise('clock_skew', { scope: 'a' });
  for (let n = 0; n < 8; n += 1) await alerts.raise('duplicate_detected', { scope: `case ${n}` });
  await untilTexts(app, phone, 6);
  await alerts.stop();
  expect(await app.replies(phone)).toEqual(Array.from({ length: 6 }, () => alertText('Askline', 'duplicate_detected')));

  await db
    .insertInto('opt_outs')
    .values({ phone_key: phone, opted_out: true, source: 'operator', changed_at: new Date() })
    .execute();
  await alerts.raise('text_overdue', { scope: 'b' });
  await alerts.stop();
  expect(await app.replies(phone)).toHaveLength(6);
});

test('no alert is texted to a phone whose opt-out is kept under its hash, as after a deletion', async () => {
  const phone = testPhone();
  await using app = await startTestApp({ settings: { ALERT_PHONE: phone } });
  const { alerts, pool, phoneHash } = app.product.deps;
  await pool.query(`insert into opt_outs values ($1, true, now(), 'account')`, [phoneHash(phone)]);
  await alerts.raise('text_overdue', { scope: 'a' });
  await alerts.stop();
  expect(await app.replies(phone)).toEqual([]);
});

test('no alert is texted to a phone that texted STOP while the database is unavailable', async () => {
  const phone = testPhone();
  await using app = await startGatedApp({ settings: { ALERT_PHONE: phone } });
  const { alerts, signalWatch, outage } = app.product.deps;
  // The operator's phone is known from here on.
  expect(await signalWatch.check()).toEqual([]);
  await until('the snapshot', () => Promise.resolve(outage.eligibility.isFresh));
  await app.gate.shut();
  await until('the outage to be noticed', () => Promise.resolve(outage.isUnavailable));
  const path = `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
  await app.sandbox('POST', path, { to: '+12025550100', body: 'please stop texting me' });
  await until('the opt-out', () => Promise.resolve(outage.eligibility.isOptedOut(phone)));
  await alerts.raise('database_unavailable', { scope: 'now' });
  await alerts.stop();
  expect(await app.replies(phone)).not.toContain(alertText('Askline', 'database_unavailable'));
  await app.gate.open();
});

test('an outage knows an opt-out that was there at the last check', async () => {
  let read = () => Promise.resolve({ hasAccount: false, isOptedOut: false });
  const never = () => Promise.reject(new Error('not used'));
  const channel = textChannel({
    phone: testPhone(),
    readPhone: () => read(),
    hasOptedOut: () => false,
    carrier: { turn: never },
    textSender: { send: never },
    serviceNumbers: [],
    rateLimits: { take: never, refund: never },
    productName: 'Askline',
  });
  await channel.prepare();
  read = () => Promise.resolve({ hasAccount: false, isOptedOut: true });
  await channel.prepare();
  read = () => Promise.reject(new Error('no database'));
  await expect(channel.send('database_unavailable')).rejects.toMatchObject({ code: 'opted_out' });
});

test('an alert that could not be texted is none of the six of its hour', async () => {
  let taken = 0;
  const channel = textChannel({
    phone: testPhone(),
    readPhone: () => Promise.resolve({ hasAccount: false, isOptedOut: false }),
    hasOptedOut: () => false,
    carrier: { turn: () => Promise.resolve({ waitMs: 1000 }) },
    textSender: { send: () => Promise.reject(new Error('not used')) },
    serviceNumbers: ['+12025550100'],
    rateLimits: {
      async take() {
        taken += 1;
        return { ok: true, left: 6 - taken };
      },
      async refund() {
        taken -= 1;
      },
    },
    productName: 'Askline',
  });
  await expect(channel.send('text_overdue')).rejects.toMatchObject({ code: 'carrier_busy' });
  expect(taken).toBe(0);
});

test('a single case is counted and told once', async () => {
  await using app = await startTestApp({ settings: { OPERATOR_EMAIL: operatorEmail } });
  const { alerts, metrics } = app.product.deps;
  expect(await metrics.registry.metrics()).toMatch(/^askline_signal_payment_disputed_total 0$/m);
  expect(await alerts.raise('payment_disputed', { scope: 'du_1' })).toBe(true);
  expect(await alerts.raise('payment_disputed', { scope: 'du_1' })).toBe(false);
  expect(await metrics.registry.metrics()).toMatch(/^askline_signal_payment_disputed_total 1$/m);
});

test('the phone of an account gets the alert as a proactive text with an intent', async () => {
  const phone = testPhone();
  await using app = await startTestApp({ settings: { ALERT_PHONE: phone } });
  await app.subscriber(phone);
  await app.product.deps.alerts.raise('text_overdue', { scope: 'a' });
  expect(await untilTexts(app, phone, 1)).toEqual([alertText('Askline', 'text_overdue')]);
  await app.product.deps.alerts.stop();
  const sends = app.product.deps.db.selectFrom('outbound_texts').select(['purpose', 'state']);
  expect(await sends.where('recipient', '=', phone).execute()).toEqual([{ purpose: 'account', state: 'accepted' }]);
});

test('no text to the operator is longer than a segment', () => {
  const long = signalCodes.filter((code) => alertText('Askline', code).length > 160);
  expect(long).toEqual([]);
});

test('a channel that fails is tried again, becomes a signal, and stops no other channel', async () => {
  await using refusing = await operatorEndpoint(500);
  const { securityLog, ...log } = createLog('silent');
  const signaled: SignalCode[] = [];
  log.onSignal(({ code }) => signaled.push(code));
  const webhook = outgoingWebhook(refusing.url);
  const told: string[] = [];
  const failing = (name: 'text' | 'webhook', send: () => Promise<void>) => ({ name, send });
  const alerts = createOperatorAlerts({
    mails: { queue: () => Promise.resolve(true) },
    channels: [
      failing('webhook', () => webhook.post({ signal: 'text_overdue' })),
      failing('webhook', () => outgoingWebhook('http://127.0.0.1:1').ping()),
      failing('text', async () => void told.push('text')),
    ],
    emailNow: { name: 'email', send: () => Promise.reject(new Error('not used')) },
    bufferedCounters: { add: () => undefined },
    onRaised: () => undefined,
    securityLog,
    operator: { name: 'Operator', address: operatorEmail },
    pausesMs: [1, 1],
  });
  expect(await alerts.raise('text_overdue', { scope: 'a' })).toBe(true);
  await until('both failures', () => Promise.resolve(signaled.length === 2));
  await alerts.stop();
  webhook.close();
  expect(told).toEqual(['text']);
  expect(refusing.calls).toHaveLength(3);
  expect(signaled).toEqual(['alert_channel_failed', 'alert_channel_failed']);
});

test('a redirect of a webhook is not followed', async () => {
  await using endpoint = await operatorEndpoint(302);
  const webhook = outgoingWebhook(`${endpoint.url}/hook`);
  await expect(webhook.post({})).rejects.toMatchObject({ code: '302' });
  webhook.close();
  expect(endpoint.calls.map(({ path }) => path)).toEqual(['/hook']);
});
