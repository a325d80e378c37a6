import { expect, test } from 'vitest';

import { startProduct } from '../testing/product.ts';
import { control, startTestSandbox } from '../testing/start.ts';
import { twilioClient } from '../testing/twilio-client.ts';
import type { PhoneMessage } from './phone-message.ts';

const PHONE = '+12125550142';
const SERVICE = '+12025550100';
const path = `/phones/${encodeURIComponent(PHONE)}/messages`;

test('texts are listed oldest first, in both directions, and the handset keeps its copy after a redaction', async () => {
  await using product = await startProduct();
  await using sandbox = await startTestSandbox({ productUrl: product.url });
  await control(sandbox, 'POST', path, { to: SERVICE, body: 'weather' });
  const client = twilioClient(sandbox);
  const { sid } = await client.messages.create({ to: PHONE, from: SERVICE, body: 'Sunny, 54 F.' });
  await expect.poll(async () => (await client.messages(sid).fetch()).status).toBe('delivered');
  await client.messages(sid).update({ body: '' });
  const log = (await control(sandbox, 'GET', path)) as PhoneMessage[];
  expect(log).toMatchObject([
    { direction: 'to_service', from: PHONE, to: SERVICE, body: 'weather', status: 'received', segments: 1 },
    {
      sid,
      direction: 'from_service',
      from: SERVICE,
      to: PHONE,
      body: 'Sunny, 54 F.',
      status: 'delivered',
      segments: 1,
    },
  ]);
  expect(log[1]?.steps.map(({ status }) => status)).toEqual(['queued', 'sent', 'delivered']);
  expect(Date.parse(log[0]!.at)).not.toBeNaN();
});

test('asking for a number of replies waits for them until the timeout', async () => {
  await using product = await startProduct();
  await using sandbox = await startTestSandbox({ productUrl: product.url });
  const waiting = control(sandbox, 'GET', `${path}?replies=1&timeoutMs=20000`);
  await twilioClient(sandbox).messages.create({ to: PHONE, from: SERVICE, body: 'hi' });
  expect(await waiting).toMatchObject([{ body: 'hi' }]);
  expect(await control(sandbox, 'GET', `${path}?replies=2&timeoutMs=10`)).toHaveLength(1);
});

test('texts are streamed as server-sent events, for one phone or several, and replayed after a disconnect', async () => {
  await using product = await startProduct();
  await using sandbox = await startTestSandbox({ productUrl: product.url });
  await control(sandbox, 'POST', path, { to: SERVICE, body: 'one' });
  await control(sandbox, 'POST', '/phones/+12125550143/messages', { to: SERVICE, body: 'other' });
  const read = async (address: string, until: string) => {
    const stop = new AbortController();
    const response = await fetch(`${sandbox.url}/sandbox${address}`, {
      headers: { 'last-event-id': '1' },
      signal: stop.signal,
    });
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes(until)) break;
    }
    stop.abort();
    return text;
  };
  await product.until((all) => all.length === 2);
  const alone = await read(`/phones/${encodeURIComponent(PHONE)}/events`, 'event: webhook');
  expect(alone).toMatch(/^retry: 1000\n\nid: \d+\nevent: webhook\ndata: \{"sid":"SM/);
  expect(alone).not.toContain('other');
  const both = await read(`/phones/events?phone=%2B12125550142&phone=%2B12125550143`, '"other"');
  expect(both).toContain('event: message');
});

test.each([
  ['/phones/12125550142/messages', { to: SERVICE, body: 'x' }, 400],
  [path, { to: 'askline', body: 'x' }, 400],
  [path, { to: SERVICE, body: 'x', picture: true }, 400],
  [path, { to: SERVICE, body: 'x'.repeat(1_601) }, 400],
  [path, { to: '+12025550199', body: 'x' }, 404],
])('a text that no phone could send is refused: %s %j', async (address, body, status) => {
  await using sandbox = await startTestSandbox();
  await expect(control(sandbox, 'POST', address, body)).rejects.toThrow(`: ${status} `);
});

test('phones that texted are listed with their opt-outs', async () => {
  await using product = await startProduct();
  await using sandbox = await startTestSandbox({ productUrl: product.url });
  await control(sandbox, 'POST', path, { to: SERVICE, body: 'STOP' });
  await control(sandbox, 'POST', '/phones/+12125550143/messages', { to: SERVICE, body: 'hi' });
  expect(await control(sandbox, 'GET', '/phones')).toMatchObject({
    serviceNumbers: ['+12025550100', '+12025550101'],
    phones: [
      { number: PHONE, isOptedOut: true },
      { number: '+12125550143', isOptedOut: false },
    ],
  });
});

test('settings change at run time, in parts; invalid ones are refused by name', async () => {
  await using sandbox = await startTestSandbox();
  const changed = await control(sandbox, 'PUT', '/twilio/settings', { optOut: 'advanced', delaysMs: { delivered: 0 } });
  expect(changed).toMatchObject({ optOut: 'advanced', delaysMs: { queued: 2, sent: 10, delivered: 0 } });
  await expect(control(sandbox, 'PUT', '/twilio/settings', { optout: 'app' })).rejects.toThrow('optout');
});

test('many phones send the same text, one each, and the model reports how many of their questions wait', async () => {
  await using product = await startProduct();
  await using sandbox = await startTestSandbox({ productUrl: product.url });
  const from = Array.from({ length: 30 }, (_, nth) => `+131220000${10 + nth}`);
  await control(sandbox, 'POST', '/phones/messages', { to: SERVICE, body: 'weather', from, perSecond: 1000 });
  const webhooks = await product.until((all) => all.length === from.length);
  expect(new Set(webhooks.map(({ params }) => params['From']))).toEqual(new Set(from));
  expect(await control(sandbox, 'GET', '/perplexity/calls')).toEqual({ underWay: 0 });
});
