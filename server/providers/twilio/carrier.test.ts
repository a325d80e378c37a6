import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from 'vitest';

import { Secret } from '#server/platform/secret.ts';
import type { Carrier, SendOutcome } from '#server/providers/ports/carrier.ts';

import { twilioCarrier } from './carrier.ts';

type Wire = AsyncDisposable & { readonly carrier: Carrier; readonly urls: string[] };

/** The client, and a fake carrier that records requests and replies as configured. */
async function startWire(answer: (response: ServerResponse) => void, deadlineMs = 10_000): Promise<Wire> {
  const urls: string[] = [];
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      urls.push(request.url ?? '');
      answer(response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const carrier = twilioCarrier({
    accountSid: `AC${'0'.repeat(32)}`,
    authToken: 'token',
    apiKey: null,
    messagingServiceSid: null,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statusUrl: 'https://askline.example/status',
    deadlineMs,
    segmentsPerSecond: 0,
  });
  return {
    carrier,
    urls,
    async [Symbol.asyncDispose]() {
      carrier.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function send(carrier: Carrier, sendBeforeMs = Infinity): Promise<SendOutcome> {
  const numbers = { from: '+12025550100', to: '+12125550142' };
  const text = {
    id: 'e3b0c442-98fc-4c14-9afb-f4c8996fb924',
    ...numbers,
    priority: 'answer',
    validitySeconds: 120,
  } as const;
  const place = await carrier.turn({ ...text, segments: 1 });
  if ('waitMs' in place) throw new Error(`no turn for ${place.waitMs} ms`);
  using turn = place;
  return await turn.send({ ...text, body: new Secret('4,808 meters.'), sendBeforeMs });
}

test('an intent that has grown too old is not sent: others may have taken the text over', async () => {
  await using wire = await startWire((response) => response.writeHead(201).end('{"sid":"SM1","num_segments":"1"}'));
  expect(await send(wire.carrier, performance.now() - 1)).toMatchObject({ kind: 'not_sent' });
  expect(wire.urls).toEqual([]);
  expect(await send(wire.carrier, performance.now() + 5000)).toEqual({ kind: 'accepted', sid: 'SM1', segments: 1 });
  expect(wire.urls).toHaveLength(1);
});

test.each<[string, SendOutcome['kind'], (response: ServerResponse) => void]>([
  ['a server error may follow creation', 'unknown', (response) => response.writeHead(500).end('{}')],
  ['a gateway error may follow creation', 'unknown', (response) => response.writeHead(503).end('<html>')],
  ['a broken connection', 'unknown', (response) => response.destroy()],
  ['success without a readable body', 'unknown', (response) => response.writeHead(201).end('{"sid":"SM')],
  ['a redirect', 'unknown', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['too many requests are documented as not processed', 'not_sent', (response) => response.writeHead(429).end('{}')],
  ['refused credentials', 'not_sent', (response) => response.writeHead(401).end('{}')],
  ['a full queue of the number passes', 'not_sent', (response) => response.writeHead(400).end('{"code":21611}')],
  ['too many between two numbers passes', 'not_sent', (response) => response.writeHead(400).end('{"code":14107}')],
  ['the rate of the campaign passes', 'not_sent', (response) => response.writeHead(400).end('{"code":30022}')],
  ['the day of the campaign passes', 'not_sent', (response) => response.writeHead(400).end('{"code":30023}')],
  ['a request that came too slowly was not processed', 'not_sent', (response) => response.writeHead(408).end('{}')],
  ['a request that met another was not processed', 'not_sent', (response) => response.writeHead(409).end('{}')],
  ['a page of a proxy', 'unknown', (response) => response.writeHead(404).end('<html>')],
  ['a refusal that is not the carrier’s own', 'unknown', (response) => response.writeHead(413).end('{}')],
  ['a number that opted out', 'rejected', (response) => response.writeHead(400).end('{"code":21610}')],
  ['an invalid number', 'rejected', (response) => response.writeHead(400).end('{"code":21211}')],
])('what a send came to: %s', async (_what, kind, answer) => {
  await using wire = await startWire(answer);
  expect(await send(wire.carrier)).toMatchObject({ kind });
  expect(wire.urls).toHaveLength(1);
});

test('a send that is never answered may have happened', async () => {
  await using wire = await startWire(() => undefined, 500);
  const outcome = await send(wire.carrier);
  // On a machine so busy that the connection took all of the time, it did not.
  expect(outcome.kind).toBe(wire.urls.length === 1 ? 'unknown' : outcome.kind);
});

test('a send without a listening server did not happen', async () => {
  const wire = await startWire(() => undefined);
  await wire[Symbol.asyncDispose]();
  expect(await send(wire.carrier)).toMatchObject({ kind: 'not_sent' });
});

test('numbers are written into the address of a list with their plus sign', async () => {
  await using wire = await startWire((response) => response.end('{"messages":[]}'));
  await wire.carrier.list({ from: '+12025550100', to: '+12125550142', ageMaxMs: Infinity });
  expect(wire.urls[0]).toContain('To=%2B12125550142');
});

test('what was listed before a page that fails is not lost', async () => {
  const date = new Date().toUTCString();
  const message = { sid: 'SM1', direction: 'inbound', date_created: date, from: '+12125550142', to: '+12025550100' };
  const first = { messages: [message], next_page_uri: '/2010-04-01/Accounts/AC0/Messages.json?Page=1' };
  await using wire = await startWire((response) =>
    response.writeHead(wire.urls.length === 1 ? 200 : 500).end(JSON.stringify(first)),
  );
  const sids: string[] = [];
  const reading = (async () => {
    for await (const page of wire.carrier.listPages({ ageMaxMs: Infinity })) sids.push(...page.map(({ sid }) => sid));
  })();
  await expect(reading).rejects.toMatchObject({ kind: 'unavailable' });
  expect(sids).toEqual(['SM1']);
});

test('a list that a small page cannot hold is read on in the largest pages that the carrier gives', async () => {
  const date = new Date().toUTCString();
  const message = { direction: 'inbound', date_created: date, from: '+12125550142', to: '+12025550100' };
  const page = (sids: string[], next?: string) =>
    JSON.stringify({ messages: sids.map((sid) => ({ ...message, sid })), next_page_uri: next });
  const next = '/2010-04-01/Accounts/AC0/Messages.json?Page=1';
  const pages = [page(['SM3', 'SM2'], next), page(['SM4', 'SM3', 'SM2'], next), page(['SM1'])];
  await using wire = await startWire((response) => response.end(pages[wire.urls.length - 1]));
  const listed = await wire.carrier.list({ ageMaxMs: 3_600_000 });
  expect(listed.map(({ sid }) => sid)).toEqual(['SM4', 'SM3', 'SM2', 'SM1']);
  expect(wire.urls.slice(0, 2).map((url) => new URL(url, 'http://x').searchParams.get('PageSize'))).toEqual([
    '50',
    '1000',
  ]);
});

const mms = `MM${'0'.repeat(32)}`;

test('the media on all pages are deleted, and what is gone already does not count as a failure', async () => {
  const mediaAt = `/2010-04-01/Accounts/AC${'0'.repeat(32)}/Messages/${mms}/Media`;
  const pages: Record<string, unknown> = {
    '/Media.json': { media_list: [{ sid: 'ME1' }], next_page_uri: `${mediaAt}.json?Page=1` },
    '/Media.json?Page=1': { media_list: [{ sid: 'ME2' }], next_page_uri: null },
  };
  await using wire = await startWire((response) => {
    const url = wire.urls.at(-1) ?? '';
    const page = pages[url.slice(url.indexOf('/Media'))];
    if (url.endsWith('/ME1.json')) response.writeHead(404).end('{"code":20404}');
    else if (url.endsWith('/ME2.json')) response.writeHead(204).end();
    else response.end(JSON.stringify(page ?? { sid: mms, num_media: '2' }));
  });
  expect(await wire.carrier.redact(mms)).toBe('redacted');
  expect(wire.urls.slice(3)).toEqual([`${mediaAt}/ME1.json`, `${mediaAt}/ME2.json`]);
});

test('a text that the carrier no longer knows is gone with its media', async () => {
  await using wire = await startWire((response) => response.writeHead(404).end('{"code":20404}'));
  expect(await wire.carrier.redact(mms)).toBe('gone');
});

test('a text that the carrier does not know is not found, and one that a proxy does not know is looked up again', async () => {
  const bodies = ['{"code":20404}', '<html>'];
  await using wire = await startWire((response) => response.writeHead(404).end(bodies[wire.urls.length - 1]));
  expect(await wire.carrier.fetch(mms)).toBeNull();
  await expect(wire.carrier.fetch(mms)).rejects.toMatchObject({ kind: 'unavailable' });
});

// A 404 without the carrier's code is not the carrier's.
test.each([
  ['Messages/MM', 500],
  ['Messages/MM', 404],
  ['Media.json', 500],
  ['Media.json', 404],
  ['/ME1.json', 503],
  ['/ME1.json', 404],
])('a failure at %s leaves the copy to be removed again', async (failing, status) => {
  await using wire = await startWire((response) => {
    const url = wire.urls.at(-1) ?? '';
    const path = url.includes('/Media') ? url.slice(url.indexOf('/Media') - 1) : url;
    if (path.includes(failing)) response.writeHead(status).end('{}');
    else response.end(JSON.stringify({ num_media: '1', media_list: [{ sid: 'ME1' }] }));
  });
  await expect(wire.carrier.redact(mms)).rejects.toMatchObject({ kind: 'unavailable' });
});

test('a medium that cannot be deleted yet is too early', async () => {
  await using wire = await startWire((response) => {
    if (wire.urls.at(-1)?.endsWith('/ME1.json')) response.writeHead(409).end('{"code":20009}');
    else response.end(JSON.stringify({ num_media: '1', media_list: [{ sid: 'ME1' }] }));
  });
  expect(await wire.carrier.redact(`SM${'0'.repeat(32)}`)).toBe('too_early');
});
