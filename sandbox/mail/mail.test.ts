import { createHash, randomBytes } from 'node:crypto';

import nodemailer from 'nodemailer';
import { expect, test } from 'vitest';

import type { Sandbox } from '../sandbox.ts';
import { control, startTestSandbox } from '../testing/start.ts';
import type { CaughtMail } from './mailbox.ts';

const mail = {
  from: 'Askline <hello@askline.example>',
  to: 'ann@example.com',
  replyTo: 'support@askline.example',
  subject: 'Your code – 123456',
  text: 'Your code is 123456.',
  html: '<p>Your code is <b>123456</b>.</p><script>alert(1)</script>',
};

async function send(sandbox: Sandbox, extra: object = {}, options: object = {}) {
  const transport = nodemailer.createTransport({ url: sandbox.context.addresses.smtp!, ...options });
  return transport.sendMail({ ...mail, ...extra });
}

async function caught(sandbox: Sandbox): Promise<CaughtMail[]> {
  return (await control(sandbox, 'GET', '/mail')) as CaughtMail[];
}

test('an email is caught with all its content, and the mailbox can be emptied', async () => {
  await using sandbox = await startTestSandbox();
  await send(sandbox);
  const [one, ...rest] = await caught(sandbox);
  expect(rest).toEqual([]);
  expect(one).toMatchObject({
    to: 'ann@example.com',
    from: 'hello@askline.example',
    fromName: 'Askline',
    replyTo: 'support@askline.example',
    subject: mail.subject,
    text: expect.stringContaining(mail.text),
    html: expect.stringContaining('<b>123456</b>'),
    attachments: [],
    envelope: { from: 'hello@askline.example', to: ['ann@example.com'] },
  });
  await control(sandbox, 'DELETE', '/mail');
  expect(await caught(sandbox)).toEqual([]);
});

test('four files of 3.5 MiB arrive complete', async () => {
  await using sandbox = await startTestSandbox();
  const files = Array.from({ length: 4 }, () => randomBytes(3_670_016));
  await send(sandbox, { attachments: files.map((content, n) => ({ filename: `file ${n}.pdf`, content })) });
  const [one] = await caught(sandbox);
  expect(one!.attachments.map(({ filename, contentType, size }) => [filename, contentType, size])).toEqual(
    [0, 1, 2, 3].map((n) => [`file ${n}.pdf`, 'application/pdf', 3_670_016]),
  );
  const third = await control(sandbox, 'GET', `/mail/${one!.id}/attachments/2`);
  expect(third).toMatchObject({ sha256: createHash('sha256').update(files[2]!).digest('hex') });
});

test('an email over 25 MB is refused permanently', async () => {
  await using sandbox = await startTestSandbox();
  const attachments = [{ filename: 'x', content: Buffer.alloc(26 * 1024 * 1024) }];
  await expect(send(sandbox, { attachments })).rejects.toMatchObject({ responseCode: 552 });
  expect(await caught(sandbox)).toEqual([]);
});

test.each([
  [{ status: 451 }, { responseCode: 451 }, 0],
  [{ status: 550, operations: ['rcpt'] }, { responseCode: 550 }, 0],
  [{ status: 554, operations: ['data'] }, { responseCode: 554 }, 0],
  [{ down: true }, { code: expect.stringMatching(/^E(SOCKET|CONNECTION|CONNRESET)$/) }, 0],
  [{ dropInData: true }, { code: expect.stringMatching(/^E(SOCKET|CONNECTION|CONNRESET|STREAM)$/) }, 0],
  [{ dropAfterAccept: true }, { code: expect.stringMatching(/^E(SOCKET|CONNECTION|CONNRESET)$/) }, 1],
  [{ hang: true }, { code: 'ETIMEDOUT' }, 0],
])('with the fault %j the client sees %j, and %i emails are caught', async (fault, seen, count) => {
  await using sandbox = await startTestSandbox();
  await control(sandbox, 'PUT', '/faults', { smtp: fault });
  // The client gives up only if it is the one to end the connection.
  const socketTimeout = 'hang' in fault ? 300 : 60_000;
  await expect(send(sandbox, {}, { socketTimeout })).rejects.toMatchObject(seen);
  expect(await caught(sandbox)).toHaveLength(count);
  await control(sandbox, 'DELETE', '/faults');
  await send(sandbox);
  expect(await caught(sandbox)).toHaveLength(count + 1);
});

test('a fault for one domain defers its recipients, and no others', async () => {
  await using sandbox = await startTestSandbox();
  await control(sandbox, 'PUT', '/faults', { smtp: { status: 450, recipient: '@gone.example' } });
  await expect(send(sandbox, { to: 'ann@gone.example' })).rejects.toMatchObject({ responseCode: 450 });
  await send(sandbox);
  expect((await caught(sandbox)).map(({ to }) => to)).toEqual(['ann@example.com']);
});

test('the page lists emails and shows their HTML in a frame without scripts', async () => {
  await using sandbox = await startTestSandbox();
  await send(sandbox, { subject: '<script>alert(2)</script>' });
  const markup = await (await fetch(`${sandbox.url}/mail`)).text();
  expect(markup).toContain('&lt;script&gt;alert(2)');
  expect(markup).not.toContain('<script>alert');
  const [one] = await caught(sandbox);
  const frame = await fetch(`${sandbox.url}/sandbox/mail/${one!.id}/html`);
  expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox .*default-src 'none'/);
  const plain = await (await fetch(`${sandbox.url}/mail?id=${one!.id}&as=text`)).text();
  expect(plain).toContain('Your code is 123456.');
});

test('a subscriber receives the event of an email immediately', async () => {
  await using sandbox = await startTestSandbox();
  const stream = await fetch(`${sandbox.url}/sandbox/mail/stream`);
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  await send(sandbox);
  expect((await reader.read()).value).toMatch(/event: mail\ndata: \{"id":/);
  await reader.cancel();
});
