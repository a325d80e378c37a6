import { expect, test } from 'vitest';

import { Secret } from '#server/platform/secret.ts';
import { startSmtpSink } from '#server/testing/smtp-sink.ts';

import { smtpMailer } from './mailer.ts';

const from = { name: 'Askline', address: 'hello@askline.example' };
const mail = {
  id: '3f0c2b8e-0000-4000-8000-000000000001',
  to: { name: 'Zoë "Z" <Quick>', address: 'zoe@askline.example' },
  subject: 'A subject',
  text: new Secret('Plain words'),
  html: new Secret('<p>Rich words</p>'),
};

test('an email arrives with both bodies, its own id, and a header against automatic replies', async () => {
  await using smtp = await startSmtpSink();
  const mailer = smtpMailer({ url: smtp.url, from });
  await mailer.send(mail);
  await mailer.send({ ...mail, isReply: true });
  mailer.close();
  const mails = await smtp.mails();
  expect(mails).toHaveLength(2);
  expect(mails[0]).toMatchObject({
    from,
    to: [{ name: 'Zoë "Z" <Quick>', address: 'zoe@askline.example' }],
    subject: 'A subject',
    text: 'Plain words\n',
    html: '<p>Rich words</p>\n',
    messageId: '<3f0c2b8e-0000-4000-8000-000000000001@askline.example>',
  });
  const marks = mails.map(({ headers }) => headers.find(({ key }) => key === 'auto-submitted')?.value);
  expect(marks).toEqual(['auto-generated', 'auto-replied']);
});

test('line breaks in a name or a subject make no new header and no new recipient', async () => {
  await using smtp = await startSmtpSink();
  const mailer = smtpMailer({ url: smtp.url, from });
  await mailer.send({
    ...mail,
    to: { name: 'Eve\r\nBcc: victim@askline.example', address: 'eve@askline.example' },
    subject: 'Hi\r\nX-Evil: 1',
  });
  mailer.close();
  const [sent] = await smtp.mails();
  expect(sent!.to!.map(({ address }) => address)).toEqual(['eve@askline.example']);
  expect(sent!.bcc).toBeUndefined();
  expect(sent!.headers.map(({ key }) => key)).not.toContain('x-evil');
});

test.each([
  [451, 'deferred'],
  [421, 'unavailable'],
  [550, 'rejected'],
])('the reply %i of the server to an email means %s', async (status, kind) => {
  const code = kind === 'unavailable' ? `${status} DATA` : `${status}`;
  await using smtp = await startSmtpSink();
  smtp.refuse(status);
  const mailer = smtpMailer({ url: smtp.url, from });
  const error: unknown = await mailer.send(mail).catch((caught: unknown) => caught);
  mailer.close();
  expect(error).toMatchObject({ name: 'ProviderError', provider: 'mail', kind, code });
  expect((error as Error).message + JSON.stringify(error)).not.toMatch(/zoe|words/);
});

test('a recipient whom the server puts off is no sign of an unavailable server; a sender whom it puts off is', async () => {
  await using smtp = await startSmtpSink();
  smtp.deferRecipients('@askline.example');
  const mailer = smtpMailer({ url: smtp.url, from });
  await expect(mailer.send(mail)).rejects.toMatchObject({ kind: 'deferred', code: '450' });
  smtp.deferRecipients(null);
  smtp.refuseSender(452);
  await expect(mailer.send(mail)).rejects.toMatchObject({ kind: 'unavailable', code: '452 MAIL FROM' });
  mailer.close();
});

test('a server that refuses our sender, or its greeting, is unavailable; a sender refused for size is the email', async () => {
  await using smtp = await startSmtpSink();
  const mailer = smtpMailer({ url: smtp.url, from });
  for (const code of [550, 530]) {
    smtp.refuseSender(code);
    await expect(mailer.send(mail)).rejects.toMatchObject({ kind: 'unavailable', code: `${code} MAIL FROM` });
  }
  smtp.refuseSender(552);
  await expect(mailer.send(mail)).rejects.toMatchObject({ kind: 'rejected', code: '552' });
  smtp.refuseSender(null);
  mailer.close();
  const refused = smtpMailer({ url: smtp.url, from });
  smtp.refuseGreeting(554);
  await expect(refused.send(mail)).rejects.toMatchObject({ kind: 'unavailable', code: '554 CONN' });
  refused.close();
});

test('a server that accepts a whole email and dies without a reply leaves it ambiguous; the next attempt has the same id', async () => {
  await using smtp = await startSmtpSink();
  smtp.hangUp();
  const mailer = smtpMailer({ url: smtp.url, from });
  const letter = {
    ...mail,
    replyTo: mail.to,
    attachments: [{ name: 'a.txt', type: 'text/plain', content: Buffer.from('a') }],
  };
  for (const one of [mail, letter]) await expect(mailer.send(one)).rejects.toMatchObject({ kind: 'ambiguous' });
  mailer.close();
  const mails = await smtp.mails();
  expect(mails.map(({ messageId }) => messageId)).toEqual([mails[0]!.messageId, mails[0]!.messageId]);
  expect(mails[1]).toMatchObject({ replyTo: [mail.to], attachments: [{ filename: 'a.txt', mimeType: 'text/plain' }] });
  expect(mails[1]!.headers.map(({ key }) => key)).not.toContain('auto-submitted');
});

test('a missing server is unavailable, and so is one that requires a password', async () => {
  const gone = await startSmtpSink();
  await gone[Symbol.asyncDispose]();
  const mailer = smtpMailer({ url: gone.url, from });
  await expect(mailer.send(mail)).rejects.toMatchObject({ kind: 'unavailable', code: 'ESOCKET' });
  await expect(mailer.check()).rejects.toMatchObject({ kind: 'unavailable' });
  mailer.close();
});

test('where TLS is required, a server without STARTTLS gets neither password nor email', async () => {
  await using smtp = await startSmtpSink();
  const url = smtp.url.replace('smtp://', 'smtp://user:hunter2@');
  const mailer = smtpMailer({ url, from, requiresTls: true });
  await expect(mailer.send(mail)).rejects.toMatchObject({ kind: 'unavailable', code: 'ETLS' });
  mailer.close();
  expect(await smtp.mails()).toEqual([]);
});
