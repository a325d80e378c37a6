import { randomBytes } from 'node:crypto';

import { expect } from 'vitest';

import { askAgain } from '#server/testing/ask-again.ts';
import { test } from '#server/testing/shared-app.ts';
import { type CaughtMail, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { randomAddress, visitor } from '#server/testing/visitor.ts';

import { sendRequestsQueue } from './accept-request.ts';

type Part = string | { readonly name: string; readonly bytes: Buffer };
type RequestMail = CaughtMail & {
  readonly from: string;
  readonly replyTo: string;
  readonly attachments: { filename: string; contentType: string; size: number }[];
};

async function post(app: TestApp, path: string, parts: readonly (readonly [string, Part])[], headers = {}) {
  const form = new FormData();
  for (const [name, part] of parts) {
    if (typeof part === 'string') form.append(name, part);
    else form.append(name, new Blob([new Uint8Array(part.bytes)]), part.name);
  }
  const address = randomAddress();
  const response = await askAgain(() =>
    fetch(app.url + path, { method: 'POST', headers: { 'x-forwarded-for': address, ...headers }, body: form }),
  );
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  const body: any = await response.json();
  return { status: response.status, body };
}

function contact(more: Record<string, string> = {}): [string, Part][] {
  const fields = {
    name: 'Sam Zebra',
    email: 'sam@askline.example',
    subject: 'Bug Found',
    message: 'Stripes are gone.',
  };
  return Object.entries({ ...fields, ...more });
}

const png = (size: number): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(size - 8)]);
const megabytes35 = 3.5 * 1024 * 1024;

async function mailsWith(app: TestApp, marker: string, count: number): Promise<RequestMail[]> {
  return until(`${count} mails`, async () => {
    const all = await app.sandbox<RequestMail[]>('GET', '/sandbox/mail');
    const found = all.filter(({ text }) => text.includes(marker));
    return found.length >= count && found;
  });
}

async function storedRequests(app: TestApp) {
  const { rows } = await app.product.deps.pool.query(
    `select stage, tries, error_code as code, sealed, (select count(*) from support_request_files) as files from support_requests order by created_at`,
  );
  return rows;
}

test('a message with files reaches support once, with a reply address, and is stored nowhere afterwards', async ({
  app,
}) => {
  const files = [png(megabytes35), png(100), png(100), png(100)];
  // The mail server is down, then dies in the middle of the message.
  await app.sandbox('PUT', '/sandbox/faults', { smtp: { down: 1 } });
  const marker = `The striped giraffe ${randomBytes(6).toString('hex')}`;
  const email = `${randomBytes(6).toString('hex')}@askline.example`;
  const sent = await post(app, '/api/contact', [
    ...contact({ message: marker, email }),
    ...files.map((bytes, n): [string, Part] => ['attachment', { name: `shot ${n}.png`, bytes }]),
  ]);
  expect(sent).toMatchObject({ status: 200 });
  await until('the first try', async () =>
    (await storedRequests(app)).some(({ code }) => code !== null && code !== 'under_way'),
  );
  const [waiting] = await storedRequests(app);
  expect(waiting).toMatchObject({ stage: 'support', tries: 1, files: 4 });
  expect(waiting.sealed.toString('latin1')).not.toContain('giraffe');
  const now = async () => {
    await app.product.deps.pool.query(`update support_requests set due_at = now() where stage <> 'done'`);
    await app.product.deps.jobQueue.send(sendRequestsQueue, {}, { key: 'now' });
  };
  await app.sandbox('PUT', '/sandbox/faults', { smtp: { dropInData: 1 } });
  await now();
  await until('the second try', async () =>
    (await storedRequests(app)).some(({ tries, code }) => tries === 2 && code !== 'under_way'),
  );
  await app.sandbox('DELETE', '/sandbox/faults');
  await now();
  const [mail, ...more] = await mailsWith(app, marker, 1);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    to: app.product.deps.config.contact.supportEmail,
    subject: 'Bug Found',
    attachments: files.map((_, n) => ({ filename: `shot_${n}.png`, contentType: 'image/png', size: files[n]!.length })),
  });
  expect(mail!.replyTo).toContain(email);
  const [thanks] = await app.mails(email);
  expect(thanks!.text).not.toContain('giraffe');
  await until('the request to be closed', async () =>
    (await storedRequests(app)).every(({ stage }) => stage === 'done'),
  );
  expect(await storedRequests(app)).toEqual([expect.objectContaining({ sealed: null, files: 0, code: null })]);
});

test('a ticket has the number that its form shows only if it is the user’s own and new, and needs a session', async ({
  app,
}) => {
  const fields = (more: Record<string, string> = {}): [string, Part][] =>
    Object.entries({
      ticketId: 'forged-00000000',
      email: 'other@askline.example',
      phoneNumber: '(312) 555-0142',
      supportType: 'Other',
      customSubject: 'No answers\u00e9',
      messageTimezone: '',
      preferCall: 'true',
      ...more,
    });
  expect((await post(app, '/api/support', fields())).status).toBe(401);
  const browser = visitor(app);
  const { userId, name } = await browser.join();
  const cookie = [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const { status, body } = await post(app, '/api/support', fields(), { cookie });
  expect(status).toBe(200);
  expect(body.ticketId).toMatch(new RegExp(`^${userId}-[A-Z2-9]{8}$`));
  const mails = await mailsWith(app, body.ticketId, 2);
  const toSupport = mails.find(({ to }) => to === app.product.deps.config.contact.supportEmail);
  expect(toSupport).toMatchObject({ subject: `[${body.ticketId.slice(-8)}] No answersé` });
  expect(toSupport!.text).toContain('Wants a call: yes');
  expect(mails.find(({ to }) => to === 'other@askline.example')!.text).not.toContain(name);
  const ticketId = `${userId}-ABCD2345`;
  const own = await post(app, '/api/support', fields({ ticketId }), { cookie });
  expect(own.body.ticketId).toBe(ticketId);
  expect((await mailsWith(app, ticketId, 1))[0]!.text).toContain(`Ticket: ${ticketId}`);
  const again = await post(app, '/api/support', fields({ ticketId, message: 'Something else.' }), { cookie });
  expect(again.body.ticketId).toMatch(new RegExp(`^${userId}-(?!ABCD2345)[A-Z2-9]{8}$`));
  const short = await post(app, '/api/support', fields({ preferCall: 'false', message: 'short' }), { cookie });
  expect(short).toMatchObject({ status: 400, body: { fields: { message: expect.stringContaining('10 characters') } } });
});

test('a ticket and a message that are sent again after a lost reply reach support once, with one number', async ({
  app,
}) => {
  const browser = visitor(app);
  const { userId, email, phoneNumber } = await browser.join();
  const cookie = [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const marker = `The bill is striped ${randomBytes(6).toString('hex')}`;
  const ticketId = `${userId}-ABCD2345`;
  const ticket = (message: string): [string, Part][] => [
    ...Object.entries({ ticketId, email, phoneNumber, supportType: 'Billing', preferCall: 'false', message }),
    ['attachment', { name: 'bill.png', bytes: Buffer.from('\x89PNG\r\n\x1a\nstripes', 'latin1') }],
  ];
  const numbers: string[] = [];
  // The third has other words: nothing of them is lost, and sent again they are the same ticket too.
  for (const words of [marker, marker, `${marker}, twice`, `${marker}, twice`, marker]) {
    const { status, body } = await post(app, '/api/support', ticket(words), { cookie });
    expect(status).toBe(200);
    numbers.push(body.ticketId);
  }
  const [, , second] = numbers;
  expect(second).toMatch(new RegExp(`^${userId}-(?!ABCD2345)[A-Z2-9]{8}$`));
  expect(numbers).toEqual([ticketId, ticketId, second, second, ticketId]);

  // Each comes from another address, as a phone's do; a message that was accepted takes none of an hour's five.
  const from = { 'x-forwarded-for': randomAddress() };
  const message = contact({ message: marker });
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await post(app, '/api/contact', message, n < 5 ? {} : from)).status);
  statuses.push((await post(app, '/api/contact', contact({ message: `${marker}!` }))).status);
  expect(statuses).toEqual(Array.from({ length: 7 }, () => 200));

  const { db } = app.product.deps;
  await until('all requests to be sent', async () => {
    return (await db.selectFrom('support_requests').where('stage', '=', 'support').select('id').execute()).length === 0;
  });
  const toSupport = (await mailsWith(app, marker, 4)).filter(
    ({ to }) => to === app.product.deps.config.contact.supportEmail,
  );
  expect(toSupport.map(({ subject }) => subject).toSorted()).toEqual(
    ['Bug Found', 'Bug Found', '[ABCD2345] Billing', `[${second!.slice(-8)}] Billing`].toSorted(),
  );
});

test('a ticket names the account’s own email, whatever address was typed, and a message says that its address was typed', async ({
  app,
}) => {
  const browser = visitor(app);
  const { email, phoneNumber, userId } = await browser.join();
  const cookie = [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const send = async (typed: string) => {
    const ticket = { ticketId: 'x', email: typed, phoneNumber, supportType: 'Billing', preferCall: 'true' };
    const { body } = await post(app, '/api/support', Object.entries(ticket), { cookie });
    const mails = await mailsWith(app, `Ticket: ${body.ticketId}`, 1);
    return mails[0]!.text;
  };
  const foreign = await send('mary@askline.example');
  expect(foreign).toContain(
    `Account: ${email} (not confirmed)\nTyped email: mary@askline.example (not checked)\nType: Billing\nTyped phone: ${phoneNumber} (not checked)\n`,
  );
  await app.product.deps.pool.query('update users set email_proven_at = now() where id = $1', [userId]);
  expect(await send(email.toUpperCase())).toContain(`Account: ${email}\nType: Billing\n`);

  const marker = `Giraffe ${randomBytes(6).toString('hex')}`;
  expect((await post(app, '/api/contact', contact({ message: marker }))).status).toBe(200);
  expect((await mailsWith(app, marker, 1))[0]!.text).toContain('Email: sam@askline.example (typed, not checked)\n');
});

test('an invalid form is refused with its sentence, and nothing of it is stored', async ({ app }) => {
  const before = (await storedRequests(app)).length;
  const file = (name: string, bytes: Buffer): [string, Part] => ['attachment', { name, bytes }];
  const small = Array.from({ length: 5 }, (_, n) => file(`${n}.png`, png(100)));
  const cases: [[string, Part][], number, RegExp][] = [
    [[...contact(), file('big.png', png(megabytes35 + 1))], 413, /larger than 3.5MB/],
    [[...contact(), ...small], 413, /up to 4 files/],
    [[...contact(), file('401.svg', Buffer.from('<svg/>'))], 415, /^A file is not a \.jpg/],
    // An image that the file field offered, under a name that it accepts.
    [[...contact(), file('photo.jpg', Buffer.from('\0\0\0\x1cftypavif'))], 415, /^A file is not a \.jpg/],
    [[...contact(), file('photo.jpg', png(100))], 415, /^A file is not a \.jpg/],
    [[...contact({ subject: 'Contact' }), file('a.png', png(100))], 400, /can’t attach files/],
    [contact({ message: 'short' }), 400, /at least 10/],
    [contact({ subject: 'Join International Waitlist', message: '' }), 400, /Country is required/],
    [contact({ name: 'Eve\r\nBcc: all@askline.example' }), 400, /line breaks/],
    [[...contact(), ['name', 'twice']], 400, /couldn’t read the form/],
  ];
  for (const [parts, status, message] of cases) {
    const refused = await post(app, '/api/contact', parts);
    expect(refused).toMatchObject({ status, body: { message: expect.stringMatching(message) } });
  }
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  expect((await fetch(`${app.url}/api/contact`, json)).status).toBe(415);
  const foreign = await post(app, '/api/contact', contact(), { origin: 'https://evil.example' });
  expect(foreign.status).toBe(403);
  expect(await storedRequests(app)).toHaveLength(before);
});

test('a message of 5000 characters with line breaks, as a browser sends it, is accepted', async ({ app }) => {
  const marker = `Zebra ${randomBytes(6).toString('hex')}`;
  const message = `${marker}\nOne of its lines\n`.padEnd(4000, 'line\n').padEnd(5000, '€');
  expect(message).toHaveLength(5000);
  // A form has each line break as \r\n.
  const sent = await post(app, '/api/contact', contact({ message }));
  expect(sent).toMatchObject({ status: 200 });
  const [mail] = await mailsWith(app, marker, 1);
  expect(mail!.text.replaceAll('\r\n', '\n')).toContain(message);
  expect((await post(app, '/api/contact', contact({ message: `${message}.` }))).status).toBe(400);
});

test('the sixth message of an hour from one address is refused', async ({ app }) => {
  const from = { 'x-forwarded-for': randomAddress() };
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    statuses.push((await post(app, '/api/contact', contact({ message: `Stripe ${n} is gone.` }), from)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test('requests of strangers never keep a subscriber from support', async () => {
  await using own = await startTestApp({ settings: { TRUST_PROXY: '127.0.0.1', LIMIT_CONTACTS_PER_HOUR: '2' } });
  const subscriber = visitor(own);
  const { email, phoneNumber } = await subscriber.join();
  const statuses: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    statuses.push((await post(own, '/api/contact', contact({ message: `Stripe ${n} is gone.` }))).status);
  }
  expect(statuses).toEqual([200, 200, 429]);
  const cookie = [...subscriber.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const ticket = { ticketId: 'x', email, phoneNumber, supportType: 'Billing', message: 'The bill is striped.' };
  const sent = await post(own, '/api/support', Object.entries({ ...ticket, preferCall: 'false' }), { cookie });
  expect(sent).toMatchObject({ status: 200, body: { ticketId: expect.any(String) } });
});

test.for([
  ['Canada', "You're on the list: Canada. We'll email you when Askline comes there."],
  ['United States', 'Askline already works in the United States. You can sign up now.'],
] as const)(
  'the acknowledgement of the waitlist promises no reply, and says what the page says: %s',
  async ([country, said], { app }) => {
    const email = `${randomBytes(6).toString('hex')}@askline.example`;
    const fields = contact({ subject: 'Join International Waitlist', message: '', country, email });
    const sent = await post(app, '/api/contact', fields);
    expect(sent.body.message.replaceAll('’', "'")).toBe(said);
    const [thanks] = await app.mails(email);
    expect(thanks).toMatchObject({ subject: 'Your Askline waitlist request', text: expect.stringContaining(said) });
    expect(thanks?.text).not.toContain('reply');
  },
);
