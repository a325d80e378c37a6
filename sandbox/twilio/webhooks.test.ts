import twilio from 'twilio';
import { expect, test } from 'vitest';

import { startProduct } from '../testing/product.ts';
import { control, startTestSandbox } from '../testing/start.ts';
import { twilioClient } from '../testing/twilio-client.ts';
import type { PhoneMessage } from './phone-message.ts';

const PHONE = '+12125550142';
const SERVICE = '+12025550100';
const TOKEN = 'sandbox_twilio_auth_token';
const texts = `/phones/${PHONE}/messages`;

test('a text from a phone reaches the product with every usual parameter, signed over all of them', async () => {
  await using product = await startProduct();
  await using sandbox = await startTestSandbox({ productUrl: product.url });
  const { sid } = (await control(sandbox, 'POST', texts, { to: SERVICE, body: 'WEATHER 60614 & more +1' })) as {
    sid: string;
  };
  const [webhook] = await product.until((all) => all.length === 1);
  expect(webhook?.url).toBe('/webhooks/twilio/messages');
  expect(webhook?.params).toMatchObject({
    MessageSid: sid,
    SmsSid: sid,
    SmsMessageSid: sid,
    From: PHONE,
    To: SERVICE,
    Body: 'WEATHER 60614 & more +1',
    NumMedia: '0',
    NumSegments: '1',
    SmsStatus: 'received',
    MessagingServiceSid: `MG${'0'.repeat(32)}`,
    FromCity: '',
    FromZip: '',
  });
  expect(webhook?.params).not.toHaveProperty('OptOutType');
  const signature = String(webhook?.headers['x-twilio-signature']);
  const address = `${product.url}/webhooks/twilio/messages`;
  expect(twilio.validateRequest(TOKEN, signature, address, webhook?.params ?? {})).toBe(true);
  expect(twilio.validateRequest('other', signature, address, webhook?.params ?? {})).toBe(false);
  expect(webhook?.headers['i-twilio-idempotency-token']).toMatch(/^[0-9a-f-]{36}$/);
});

test('a picture comes as an MMS with the types of its media', async () => {
  await using product = await startProduct();
  await using sandbox = await startTestSandbox({ productUrl: product.url });
  const mediaUrls = ['data:image/png;base64,iVBORw0KGgo=', 'https://phone.example/note.txt'];
  const { sid } = (await control(sandbox, 'POST', texts, { to: SERVICE, body: '', mediaUrls })) as { sid: string };
  expect(sid).toMatch(/^MM/);
  const [webhook] = await product.until((all) => all.length === 1);
  expect(webhook?.params).toMatchObject({
    NumMedia: '2',
    MediaContentType0: 'image/png',
    MediaContentType1: 'text/plain',
  });
});

test('status callbacks report queued, sent and delivered, signed with the query of their address', async () => {
  await using product = await startProduct();
  await using sandbox = await startTestSandbox({ productUrl: product.url });
  const statusCallback = `${product.url}/webhooks/twilio/status?o=0192-abc`;
  const client = twilioClient(sandbox);
  await client.messages.create({ to: PHONE, from: SERVICE, body: 'hi', statusCallback });
  const calls = await product.until((all) => all.length === 3);
  // Callbacks may overtake one another.
  const byStatus = new Map(calls.map((call) => [call.params['MessageStatus'], call]));
  expect(new Set(byStatus.keys())).toEqual(new Set(['queued', 'sent', 'delivered']));
  const delivered = byStatus.get('delivered')?.params;
  expect(delivered).toMatchObject({
    To: PHONE,
    From: SERVICE,
    RawDlrDoneDate: expect.stringMatching(/^\d{10}$/),
  });
  expect(delivered).not.toHaveProperty('Body');
  for (const { headers, params, url } of calls) {
    expect(url).toBe('/webhooks/twilio/status?o=0192-abc');
    expect(twilio.validateRequest(TOKEN, String(headers['x-twilio-signature']), statusCallback, params)).toBe(true);
  }
});

test('a stalled process sends its statuses in order', async () => {
  await using sandbox = await startTestSandbox({ env: { SANDBOX_TWILIO_DELIVERY_MS: '200' } });
  const client = twilioClient(sandbox);
  const stall = (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  };
  await client.messages.create({ to: PHONE, from: SERVICE, body: 'first' });
  stall(130);
  const { sid } = await client.messages.create({ to: PHONE, from: SERVICE, body: 'second' });
  stall(300); // now the delivery of the first, and sending and delivery of the second, are overdue together
  await expect.poll(async () => (await client.messages(sid).fetch()).status).toBe('delivered');
  const log = (await control(sandbox, 'GET', texts)) as PhoneMessage[];
  expect(log.map(({ steps }) => steps.map(({ status }) => status))).toEqual([
    ['queued', 'sent', 'delivered'],
    ['queued', 'sent', 'delivered'],
  ]);
});

test('an undelivered text carries its error code in callback and resource', async () => {
  await using product = await startProduct();
  await using sandbox = await startTestSandbox({ productUrl: product.url });
  await control(sandbox, 'PUT', '/faults', { twilio: { undelivered: true, undeliveredCode: 30007 } });
  const client = twilioClient(sandbox);
  const { sid } = await client.messages.create({
    to: PHONE,
    from: SERVICE,
    body: 'hi',
    statusCallback: `${product.url}/s`,
  });
  const calls = await product.until((all) => all.length === 3);
  // Callbacks may overtake one another.
  const failed = calls.find(({ params }) => params['MessageStatus'] === 'undelivered');
  expect(failed?.params).toMatchObject({ ErrorCode: '30007' });
  expect(await client.messages(sid).fetch()).toMatchObject({ errorCode: 30007, errorMessage: 'Carrier violation' });
});

test('callbacks can be lost and duplicated', async () => {
  await using product = await startProduct();
  await using sandbox = await startTestSandbox({ productUrl: product.url });
  const client = twilioClient(sandbox);
  const options = { to: PHONE, from: SERVICE, body: 'hi', statusCallback: `${product.url}/s` };
  await control(sandbox, 'PUT', '/faults', { twilio: { callbackLoss: true } });
  const lost = await client.messages.create(options);
  await expect.poll(async () => (await client.messages(lost.sid).fetch()).status).toBe('delivered');
  await control(sandbox, 'PUT', '/faults', { twilio: { callbackDuplication: true } });
  await client.messages.create(options);
  const calls = await product.until((all) => all.length === 6);
  expect(calls.some(({ params }) => params['MessageSid'] === lost.sid)).toBe(false);
});

test('a webhook that fails is retried with the same idempotency token, and the text arrives once', async () => {
  await using product = await startProduct((_received, nth) => ({ status: nth < 3 ? 503 : 200 }));
  await using sandbox = await startTestSandbox({ productUrl: product.url });
  await control(sandbox, 'POST', texts, { to: SERVICE, body: 'weather' });
  const calls = await product.until((all) => all.length === 3);
  expect(new Set(calls.map(({ headers }) => headers['i-twilio-idempotency-token'])).size).toBe(1);
  expect(new Set(calls.map(({ params }) => params['MessageSid'])).size).toBe(1);
});

test('without overrides a 5xx response is not retried, and the fallback address is called with the reason', async () => {
  await using product = await startProduct(({ url }) => ({ status: url === '/main' ? 500 : 200 }));
  await using sandbox = await startTestSandbox();
  await control(sandbox, 'PUT', '/twilio/settings', {
    inboundUrl: `${product.url}/main`,
    fallbackUrl: `${product.url}/fallback`,
  });
  await control(sandbox, 'POST', texts, { to: SERVICE, body: 'weather' });
  const calls = await product.until((all) => all.length === 2);
  expect(calls.map(({ url }) => url)).toEqual(['/main', '/fallback']);
  expect(calls[1]?.params).toMatchObject({ ErrorCode: '11200', ErrorUrl: `${product.url}/main`, Body: 'weather' });
});

test('a webhook without a response is abandoned after the total time limit', async () => {
  const never = new Promise<never>(() => {});
  await using product = await startProduct(() => never);
  await using sandbox = await startTestSandbox();
  await control(sandbox, 'PUT', '/twilio/settings', { inboundUrl: `${product.url}/slow#rc=5&rp=all&rt=2500&tt=10000` });
  const outcome = new Promise((resolve) => {
    sandbox.context.events.subscribe(({ name, data }) => name === 'webhook' && resolve(data));
  });
  await control(sandbox, 'POST', texts, { to: SERVICE, body: 'weather' });
  expect(await outcome).toMatchObject({ webhook: { isAccepted: false, status: null } });
  expect(product.received.length).toBeGreaterThan(1);
  // Not after the last of its repetitions.
  expect(product.received.length).toBeLessThan(6);
});

test('a text whose webhook was lost can still be listed, and its webhook can be called again', async () => {
  await using product = await startProduct();
  await using sandbox = await startTestSandbox({ productUrl: product.url });
  await control(sandbox, 'PUT', '/faults', { twilio: { webhookLoss: true } });
  const { sid } = (await control(sandbox, 'POST', texts, { to: SERVICE, body: 'lost?' })) as { sid: string };
  const listed = await twilioClient(sandbox).messages.list({ to: SERVICE });
  expect(listed).toMatchObject([{ sid, direction: 'inbound', status: 'received', body: 'lost?' }]);
  await control(sandbox, 'DELETE', '/faults');
  await control(sandbox, 'POST', `/twilio/messages/${sid}/webhook`);
  expect(await product.until((all) => all.length === 1)).toMatchObject([{ params: { MessageSid: sid } }]);
});

test('TwiML that holds messages is sent back to the phone', async () => {
  const body =
    '<?xml version="1.0"?><Response><Message>Salt &amp; pepper</Message><Message><Body>2nd</Body></Message></Response>';
  await using product = await startProduct(() => ({ status: 200, type: 'text/xml', body }));
  await using sandbox = await startTestSandbox({ productUrl: product.url });
  await control(sandbox, 'POST', texts, { to: SERVICE, body: 'x' });
  const log = (await control(sandbox, 'GET', `${texts}?replies=2`)) as PhoneMessage[];
  expect(log.map((message) => message.body)).toEqual(['x', 'Salt & pepper', '2nd']);
});
