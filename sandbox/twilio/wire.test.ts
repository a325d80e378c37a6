import { expect, test } from 'vitest';

import { haveContracts, readContract } from '../testing/contracts.ts';
import { control, startTestSandbox } from '../testing/start.ts';
import { twilioClient } from '../testing/twilio-client.ts';

const PHONE = '+12125550142';
const SERVICE = '+12025550100';
const SERVICE_SID = `MG${'0'.repeat(32)}`;

test('the official client creates a text, sees it delivered and redacts it', async () => {
  await using sandbox = await startTestSandbox();
  const client = twilioClient(sandbox);
  const created = await client.messages.create({
    to: PHONE,
    from: SERVICE,
    body: 'It is 54 F in Boston.',
    validityPeriod: 120,
  });
  expect(created).toMatchObject({
    status: 'queued',
    numSegments: '1',
    direction: 'outbound-api',
    price: null,
    dateSent: null,
  });
  expect(created.sid).toMatch(/^SM[0-9a-f]{32}$/);
  await expect.poll(async () => (await client.messages(created.sid).fetch()).status).toBe('delivered');
  const redacted = await client.messages(created.sid).update({ body: '' });
  expect([redacted.body, redacted.price, redacted.dateSent]).toEqual(['', '-0.00830', expect.any(Date)]);
  await expect(client.messages(`SM${'0'.repeat(32)}`).fetch()).rejects.toMatchObject({ status: 404, code: 20404 });
});

test('through the service a text is first accepted, without sender and segments when none was named', async () => {
  await using sandbox = await startTestSandbox({ env: { SANDBOX_TWILIO_DELIVERY_MS: '1000' } });
  const client = twilioClient(sandbox);
  const free = await client.messages.create({ to: PHONE, messagingServiceSid: SERVICE_SID, body: 'hi' });
  expect([free.status, free.from, free.numSegments]).toEqual(['accepted', null, '0']);
  const named = await client.messages.create({
    to: PHONE,
    messagingServiceSid: SERVICE_SID,
    from: '+12025550101',
    body: 'hi',
  });
  expect([named.status, named.from, named.messagingServiceSid]).toEqual(['accepted', '+12025550101', SERVICE_SID]);
  await expect.poll(async () => (await client.messages(free.sid).fetch()).from).toBe(SERVICE);
});

test.each([
  [{ to: '12', from: SERVICE, body: 'x' }, 21211],
  [{ to: '+12125550', from: SERVICE, body: 'x' }, 21211],
  [{ to: '+11125550142', from: SERVICE, body: 'x' }, 21211],
  [{ to: '+447700900123', from: SERVICE, body: 'x' }, 21408],
  [{ to: '+15005550009', from: SERVICE, body: 'x' }, 21614],
  [{ to: PHONE, from: '+12025550199', body: 'x' }, 21606],
  [{ to: PHONE, from: 'Askline', body: 'x' }, 21212],
  [{ to: PHONE, body: 'x' }, 21603],
  [{ to: PHONE, from: SERVICE, body: ' ' }, 21602],
  [{ to: PHONE, from: SERVICE, body: 'x'.repeat(1601) }, 21617],
  [{ to: PHONE, from: SERVICE, body: 'x', validityPeriod: 36_001 }, 21624],
  [{ to: PHONE, from: SERVICE, body: 'x', statusCallback: '/webhooks' }, 21609],
  [{ to: SERVICE, from: SERVICE, body: 'x' }, 21266],
  [{ to: PHONE, messagingServiceSid: `MG${'1'.repeat(32)}`, body: 'x' }, 21701],
  [{ to: PHONE, from: '+12025550199', messagingServiceSid: SERVICE_SID, body: 'x' }, 21712],
  [{ to: PHONE, from: SERVICE, body: 'x', contentRetention: 'discard' as const }, 30029],
  [{ to: PHONE, from: SERVICE, body: 'x', scheduleType: 'fixed' as const }, 20001],
])('create refuses %o with code %i and keeps nothing', async (options, code) => {
  await using sandbox = await startTestSandbox();
  const client = twilioClient(sandbox);
  await expect(client.messages.create(options)).rejects.toMatchObject({
    code,
    moreInfo: `https://www.twilio.com/docs/errors/${code}`,
  });
  expect(await client.messages.list()).toEqual([]);
});

test('a text cannot be redacted before the final status and the settling time', async () => {
  await using sandbox = await startTestSandbox({ env: { SANDBOX_TWILIO_SETTLE_MS: '600000' } });
  const client = twilioClient(sandbox);
  const { sid } = await client.messages.create({ to: PHONE, from: SERVICE, body: 'secret' });
  const refused = { status: 409, code: 20009 };
  await expect(client.messages(sid).update({ body: '' })).rejects.toMatchObject(refused);
  await expect.poll(async () => (await client.messages(sid).fetch()).status).toBe('delivered');
  await expect(client.messages(sid).update({ body: '' })).rejects.toMatchObject(refused);
  await control(sandbox, 'PUT', '/twilio/settings', { settleMs: 0 });
  await expect(client.messages(sid).update({ body: 'other words' })).rejects.toMatchObject({ code: 30400 });
  expect((await client.messages(sid).update({ body: '' })).body).toBe('');
});

test('the media of a text are listed and deleted one by one, and emptying its body does not delete them', async () => {
  await using sandbox = await startTestSandbox({ env: { SANDBOX_TWILIO_SETTLE_MS: '600000' } });
  const client = twilioClient(sandbox);
  const text = {
    to: SERVICE,
    body: 'look',
    mediaUrls: ['data:image/png;base64,iVBORw0KGgo=', 'https://a.example/b.vcf'],
  };
  const { sid } = (await control(sandbox, 'POST', `/phones/${PHONE}/messages`, text)) as { sid: string };
  const media = async () => (await client.messages(sid).media.list({ pageSize: 1 })).map((each) => each.contentType);
  const [first] = await client.messages(sid).media.list();
  await expect(client.messages(sid).media(first!.sid).remove()).rejects.toMatchObject({ status: 409, code: 20009 });
  await control(sandbox, 'PUT', '/twilio/settings', { settleMs: 0 });
  expect((await client.messages(sid).update({ body: '' })).body).toBe('');
  expect(await media()).toEqual(['image/png', 'text/vcard']);
  expect(await client.messages(sid).media(first!.sid).remove()).toBe(true);
  expect(await media()).toEqual(['text/vcard']);
  await expect(client.messages(sid).media(first!.sid).remove()).rejects.toMatchObject({ status: 404, code: 20404 });
});

test('lists filter by both ends and by day, newest first, and page through to the last', async () => {
  let today = new Date('2026-11-20T23:59:58Z');
  await using sandbox = await startTestSandbox({ now: () => today });
  const client = twilioClient(sandbox);
  for (const body of ['1', '2', '3', '4', '5']) await client.messages.create({ to: PHONE, from: SERVICE, body });
  await client.messages.create({ to: '+12125550143', from: SERVICE, body: 'other phone' });
  await expect
    .poll(async () => (await client.messages.list()).every(({ status }) => status === 'delivered'))
    .toBe(true);
  today = new Date('2026-11-21T00:00:02Z');
  await client.messages.create({ to: PHONE, from: SERVICE, body: 'next day' });
  await expect.poll(async () => (await client.messages.list())[0]?.status).toBe('delivered');

  const paged = await client.messages.list({ to: PHONE, from: SERVICE, pageSize: 2 });
  expect(paged.map(({ body }) => body)).toEqual(['next day', '5', '4', '3', '2', '1']);
  expect(await client.messages.list({ to: PHONE, from: '+12025550101' })).toEqual([]);
  const bodies = async (filter: object) => (await client.messages.list(filter)).map(({ body }) => body);
  expect(await bodies({ dateSentAfter: new Date('2026-11-21T00:00:00Z') })).toEqual(['next day']);
  expect(await bodies({ dateSentBefore: new Date('2026-11-20T00:00:00Z'), to: '+12125550143' })).toEqual([
    'other phone',
  ]);
  expect(await bodies({ dateSent: new Date('2026-11-19T00:00:00Z') })).toEqual([]);
});

test('page addresses are relative, and an unencoded plus sign finds nothing', async () => {
  await using sandbox = await startTestSandbox();
  const client = twilioClient(sandbox);
  await client.messages.create({ to: PHONE, from: SERVICE, body: '1' });
  await client.messages.create({ to: PHONE, from: SERVICE, body: '2' });
  const get = async (query: string) => {
    const authorization = `Basic ${btoa(`SK${'0'.repeat(32)}:sandbox_twilio_api_secret`)}`;
    const path = `/2010-04-01/Accounts/AC${'0'.repeat(32)}/Messages.json?${query}`;
    return (await fetch(`${sandbox.url}${path}`, { headers: { authorization } })).json();
  };
  expect(await get('PageSize=1')).toMatchObject({
    page_size: 1,
    next_page_uri: expect.stringMatching(
      /^\/2010-04-01\/Accounts\/AC0+\/Messages\.json\?PageSize=1&Page=1&PageToken=PASM/,
    ),
  });
  expect(await get(`To=${PHONE}`)).toMatchObject({ messages: [] });
  expect(await get(`To=${encodeURIComponent(PHONE)}`)).toMatchObject({ messages: [{}, {}] });
  expect(await get('Recipient=x')).toMatchObject({ code: 20001 });
});

test('an API key has the rights of the auth token; anything else is 401 with code 20003', async () => {
  await using sandbox = await startTestSandbox();
  const byKey = twilioClient(sandbox, { user: `SK${'0'.repeat(32)}`, password: 'sandbox_twilio_api_secret' });
  expect(await byKey.messages.list()).toEqual([]);
  const wrong = twilioClient(sandbox, { password: 'guess' });
  await expect(wrong.messages.list()).rejects.toMatchObject({ status: 401, code: 20003 });
});

test('the account, its numbers and the messaging service can be read', async () => {
  await using sandbox = await startTestSandbox({ productUrl: 'https://askline.example' });
  const client = twilioClient(sandbox);
  expect((await client.api.v2010.accounts(`AC${'0'.repeat(32)}`).fetch()).status).toBe('active');
  const numbers = await client.incomingPhoneNumbers.list();
  expect(numbers.map(({ phoneNumber, smsUrl }) => [phoneNumber, smsUrl.split('#')[0]])).toEqual([
    ['+12025550100', 'https://askline.example/webhooks/twilio/messages'],
    ['+12025550101', 'https://askline.example/webhooks/twilio/messages'],
  ]);
  expect(await client.incomingPhoneNumbers.list({ phoneNumber: '+12025550101' })).toHaveLength(1);
  const service = await client.messaging.v1.services(SERVICE_SID).fetch();
  expect(service.inboundRequestUrl).toContain('https://askline.example/webhooks/twilio/messages');
});

test('the countries that the account may text can be read, all or some, and set', async () => {
  await using sandbox = await startTestSandbox();
  const { messagingGeopermissions } = twilioClient(sandbox).accounts.v1;
  const read = async (countryCode?: string) => {
    const { permissions } = await messagingGeopermissions.fetch(countryCode === undefined ? {} : { countryCode });
    return (permissions as { country_code: string; enabled: boolean }[]).filter(({ enabled }) => enabled);
  };
  expect((await read()).map((one) => one.country_code)).toEqual(['US', 'PR', 'VI', 'GU', 'AS', 'MP']);
  await control(sandbox, 'PUT', '/twilio/geo-permissions', { country: 'GB', enabled: true });
  expect(await read('CA,GB')).toEqual([
    { country_code: 'GB', type: 'country', enabled: true, prefix: '+44', message: '' },
  ]);
});

test.runIf(haveContracts)('account and messaging responses match the official contracts', async () => {
  await using sandbox = await startTestSandbox();
  const get = async (path: string) => {
    const authorization = `Basic ${btoa(`AC${'0'.repeat(32)}:sandbox_twilio_auth_token`)}`;
    return (await fetch(`${sandbox.url}${path}`, { headers: { authorization } })).json();
  };
  const api = readContract('twilio_api_v2010.json.gz');
  const messaging = readContract('twilio_messaging_v1.json.gz');
  const account = await get(`/2010-04-01/Accounts/AC${'0'.repeat(32)}.json`);
  const service = await get(`/v1/Services/${SERVICE_SID}`);
  expect(() => api('/components/schemas/api.v2010.account')(account)).not.toThrow();
  expect(() => messaging('/components/schemas/messaging.v1.service')(service)).not.toThrow();
});

test('a list lag hides a new text from lists, not from a fetch by its id', async () => {
  await using sandbox = await startTestSandbox({ random: () => 0.5 });
  const client = twilioClient(sandbox);
  await control(sandbox, 'PUT', '/faults', { twilio: { listLagMs: 600_000 } });
  const { sid } = await client.messages.create({ to: PHONE, from: SERVICE, body: 'late in lists' });
  expect(await client.messages.list({ to: PHONE })).toEqual([]);
  expect((await client.messages(sid).fetch()).sid).toBe(sid);
});

test('a fault answers 429 as Twilio does, and the official client may retry it', async () => {
  await using sandbox = await startTestSandbox();
  const client = twilioClient(sandbox);
  await control(sandbox, 'PUT', '/faults', { twilio: { status: 429, retryAfterS: 1, operations: ['create'] } });
  const refused = client.messages.create({ to: PHONE, from: SERVICE, body: 'x' });
  await expect(refused).rejects.toMatchObject({ status: 429, code: 20429 });
  expect(await client.messages.list()).toEqual([]);
});

test('the ledger lists a text whose response was lost, and keeps it after the redaction', async () => {
  await using sandbox = await startTestSandbox();
  const client = twilioClient(sandbox);
  await control(sandbox, 'PUT', '/faults', { twilio: { dropAfterAccept: true, operations: ['create'] } });
  await expect(client.messages.create({ to: PHONE, from: SERVICE, body: 'lost answer' })).rejects.toThrow(
    'socket hang up',
  );
  const ledger = async () =>
    (await control(sandbox, 'GET', '/twilio/ledger?direction=outbound-api')) as {
      evicted: number;
      messages: { sid: string }[];
    };
  const [line] = (await ledger()).messages;
  expect(line).toMatchObject({
    to: PHONE,
    bodyChars: 11,
    bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  await expect.poll(async () => (await client.messages(line!.sid).fetch()).status).toBe('delivered');
  await client.messages(line!.sid).update({ body: '' });
  expect(await ledger()).toMatchObject({ evicted: 0, messages: [{ sid: line!.sid, redactedAt: expect.any(String) }] });
});

test('faults set the code of refusals, limit concurrent calls and shift the carrier’s clock', async () => {
  await using sandbox = await startTestSandbox();
  const client = twilioClient(sandbox);
  const create = () => client.messages.create({ to: PHONE, from: SERVICE, body: 'hi' });
  await control(sandbox, 'PUT', '/faults', { twilio: { status: 400, code: 21611 } });
  await expect(create()).rejects.toMatchObject({ status: 400, code: 21611 });
  await control(sandbox, 'PUT', '/faults', { twilio: { concurrencyMax: 0 } });
  await expect(create()).rejects.toMatchObject({ status: 429, code: 20429 });
  await control(sandbox, 'PUT', '/faults', { twilio: { clockSkewMs: -600_000 } });
  const { dateCreated } = await create();
  expect(Date.now() - dateCreated.getTime()).toBeGreaterThan(590_000);
  await expect
    .poll(() => control(sandbox, 'GET', '/twilio/calls'))
    .toEqual({ 'create 400': 1, 'create 429': 1, 'create 201': 1 });
});
