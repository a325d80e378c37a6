import { randomBytes, randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { createEncryptor } from '#server/platform/encrypt.ts';
import { RateLimits } from '#server/platform/rate-limits.ts';
import { smtpMailer } from '#server/providers/smtp/mailer.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { type SmtpSink, startSmtpSink } from '#server/testing/smtp-sink.ts';

import { acceptRequest } from './accept-request.ts';
import { claimRequest } from './requests.repo.ts';
import { sendDueRequests } from './send-requests.job.ts';

const supportAddress = { name: 'Askline', address: 'support@askline.example' };
const png = (size: number): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(size - 8)]);
/** The most that a request may carry. */
const fourLargeFiles = Array.from({ length: 4 }, () => png(3.5 * 1024 * 1024));

/** A support desk that accepts requests, emails them through `port`, and can let time pass. */
async function support(port: number) {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const { db, pool } = stack.use(connectTo(database.url));
  const from = { name: 'Askline', address: 'hello@askline.example' };
  const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from });
  stack.defer(() => mailer.close());
  const encryptor = createEncryptor('a secret of the tests', 'letters');
  const sendDeps = {
    db,
    mailer,
    encryptor,
    rateLimits: new RateLimits(pool, 'a secret of the tests'),
    supportAddress,
    log: createLog('silent').log,
  };
  return {
    db,
    /** Accepts a request that says `marker`. */
    async write(kind: 'ticket' | 'contact', marker: string, contents: readonly Buffer[] = []): Promise<void> {
      const email = {
        subject: `About ${marker}`,
        from: { name: 'Sam Example', address: `${marker}@askline.example` },
        facts: [],
        message: `This is about ${marker}.`,
        files: contents.map((_, n) => ({ name: `shot-${n}.png`, type: 'image/png' })),
        reference: null,
      };
      const jobQueue = { send: () => Promise.resolve() };
      await acceptRequest(
        { db, jobQueue, encryptor },
        { id: randomUUID(), kind, userId: null, email, files: contents },
      );
    },
    send: () => sendDueRequests(sendDeps),
    /** Lets `count` minutes pass, running the job every five. */
    async minutes(count: number): Promise<void> {
      for (let minute = 0; minute < count; minute += 5) {
        await sql`update support_requests set due_at = due_at - interval '5 minutes'`.execute(db);
        await sendDueRequests(sendDeps);
      }
    },
    stages: async () => (await db.selectFrom('support_requests').select('stage').execute()).map(({ stage }) => stage),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** How often each request reached support, with how many bytes of files, and how often its sender was thanked. */
async function arrivals(smtp: SmtpSink, markers: readonly string[]) {
  const mails = await smtp.mails();
  return markers.map((marker) => {
    const ofMarker = mails.filter(({ subject }) => subject === `About ${marker}`);
    const files = ofMarker.flatMap(({ attachments }) =>
      attachments.map(({ content }) => new Blob([content as ArrayBuffer]).size),
    );
    const thanks = mails.filter(({ to }) => to?.[0]?.address === `${marker}@askline.example`);
    return { reached: ofMarker.length, files, thanked: thanks.length };
  });
}

test('after a mail server was down for an hour, every accepted request arrives exactly once', async () => {
  const gone = await startSmtpSink();
  await gone[Symbol.asyncDispose]();
  await using fixture = await support(gone.port);
  const markers = Array.from({ length: 12 }, () => randomUUID());
  for (const [n, marker] of markers.entries()) {
    await fixture.write(n % 2 === 0 ? 'ticket' : 'contact', marker, n < 3 ? [png(2000), png(3000)] : []);
    await fixture.minutes(5);
  }
  expect(await fixture.stages()).toEqual(markers.map(() => 'support'));
  await using smtp = await startSmtpSink({ port: gone.port });
  // One of the processes died during its try.
  await sql`update support_requests set due_at = now() where id = (select id from support_requests limit 1)`.execute(
    fixture.db,
  );
  await claimRequest(fixture.db);
  await fixture.minutes(65);
  expect(await arrivals(smtp, markers)).toEqual(
    markers.map((_, n) => ({ reached: 1, files: n < 3 ? [2000, 3000] : [], thanked: 1 })),
  );
  expect(await fixture.stages()).toEqual(markers.map(() => 'done'));
});

test('senders whose mailbox is put off delay no other request, and their thanks are given up after five days', async () => {
  await using smtp = await startSmtpSink();
  await using fixture = await support(smtp.port);
  const markers = [randomUUID(), randomUUID()];
  smtp.deferRecipients(`${markers[0]!}@askline.example`);
  for (const marker of markers) await fixture.write('contact', marker);
  await fixture.minutes(10);
  expect(await arrivals(smtp, markers)).toEqual([
    { reached: 1, files: [], thanked: 0 },
    { reached: 1, files: [], thanked: 1 },
  ]);
  // Tries during an outage do not make it give up the thanks either.
  const wait = (tries: number, code: string) =>
    sql`update support_requests set tries = ${tries}, error_code = ${code} where stage = 'acknowledgement'`.execute(
      fixture.db,
    );
  await wait(126, 'ESOCKET');
  await fixture.minutes(65);
  expect(await fixture.stages()).toContain('acknowledgement');
  await wait(126, '450');
  await fixture.minutes(65);
  expect(await fixture.stages()).toEqual(['done', 'done']);
});

test('a request that the mail server keeps refusing for its files reaches support without them, and names them', async () => {
  await using smtp = await startSmtpSink();
  await using fixture = await support(smtp.port);
  const markers = [randomUUID(), randomUUID()];
  smtp.refuseLarger(10_000);
  await fixture.write('ticket', markers[0]!, [png(20_000), png(100)]);
  await fixture.write('ticket', markers[1]!, [png(100)]);
  // An outage is not a refusal, so its tries do not count.
  await sql`update support_requests set tries = 20, error_code = 'ESOCKET'`.execute(fixture.db);
  await fixture.minutes(100);
  expect(await arrivals(smtp, markers)).toEqual([
    { reached: 0, files: [], thanked: 0 },
    { reached: 1, files: [100], thanked: 1 },
  ]);
  await fixture.minutes(65);
  expect((await arrivals(smtp, markers))[0]).toEqual({ reached: 1, files: [], thanked: 1 });
  const email = (await smtp.mails()).find(({ subject }) => subject === `About ${markers[0]!}`);
  expect(email!.text).toContain(
    'Files not attached: shot-0.png, shot-1.png. The mail server refused this email with its files (552).',
  );
  expect(await fixture.stages()).toEqual(['done', 'done']);
  const { rows } = await sql`select 1 from support_request_files`.execute(fixture.db);
  expect(rows).toEqual([]);
});

test('a request that is refused without its files too still arrives with them when the mailbox is back', async () => {
  await using smtp = await startSmtpSink();
  await using fixture = await support(smtp.port);
  const marker = randomUUID();
  smtp.refuse(550);
  await fixture.write('ticket', marker, [png(100)]);
  await fixture.minutes(160);
  const [row] = await fixture.db.selectFrom('support_requests').select('tries').execute();
  expect(row!.tries).toBeGreaterThanOrEqual(9);
  smtp.refuse(null);
  await fixture.minutes(65);
  expect(await arrivals(smtp, [marker])).toEqual([{ reached: 1, files: [100], thanked: 1 }]);
});

test('a mail server that dies in the middle of 14 MB receives them whole, once, and the requests behind them', async () => {
  await using smtp = await startSmtpSink();
  await using fixture = await support(smtp.port);
  const markers = [randomUUID(), randomUUID()];
  await fixture.write('ticket', markers[0]!, fourLargeFiles);
  await fixture.write('contact', markers[1]!);
  smtp.dieAfter(9_000_000);
  await fixture.send();
  expect(await fixture.stages()).toContain('support');
  await fixture.minutes(5);
  expect(await arrivals(smtp, markers)).toEqual([
    { reached: 1, files: fourLargeFiles.map(({ length }) => length), thanked: 1 },
    { reached: 1, files: [], thanked: 1 },
  ]);
});

test('a request whose thanks can no longer be decrypted is closed and emptied after a few tries', async () => {
  await using smtp = await startSmtpSink();
  await using fixture = await support(smtp.port);
  await fixture.write('contact', randomUUID());
  await sql`update support_requests set stage = 'acknowledgement', sealed = 'of another secret'`.execute(fixture.db);
  await fixture.minutes(160);
  expect(await fixture.stages()).toEqual(['done']);
});
