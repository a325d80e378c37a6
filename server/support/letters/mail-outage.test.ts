import { randomBytes, randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { createLog } from '#server/platform/log.ts';
import { RateLimits } from '#server/platform/rate-limits.ts';
import { createSealer } from '#server/platform/seal.ts';
import { smtpMailer } from '#server/providers/smtp/mailer.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { type SmtpSink, startSmtpSink } from '#server/testing/smtp-sink.ts';

import { acceptLetter } from './accept-letter.flow.ts';
import { claimLetter } from './letters.repo.ts';
import { sendDueLetters } from './send-letters.job.ts';

const supportAddress = { name: 'Askline', address: 'support@askline.example' };
const png = (size: number): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(size - 8)]);
/** The most that a letter may carry. */
const fourLargeFiles = Array.from({ length: 4 }, () => png(3.5 * 1024 * 1024));

/** A desk that takes letters in, mails them through `port`, and can let time pass. */
async function desk(port: number) {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const { db, pool } = stack.use(connectTo(database.url));
  const from = { name: 'Askline', address: 'hello@askline.example' };
  const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from });
  stack.defer(() => mailer.close());
  const sealer = createSealer('a secret of the tests', 'letters');
  const sendParts = {
    db,
    mailer,
    sealer,
    rateLimits: new RateLimits(pool),
    supportAddress,
    log: createLog('silent').log,
  };
  return {
    db,
    /** Takes in a letter that says `marker`. */
    async write(kind: 'ticket' | 'contact', marker: string, contents: readonly Buffer[] = []): Promise<void> {
      const words = {
        subject: `About ${marker}`,
        from: { name: 'Sam Example', address: `${marker}@askline.example` },
        facts: [],
        message: `This is about ${marker}.`,
        files: contents.map((_, n) => ({ name: `shot-${n}.png`, type: 'image/png' })),
        reference: null,
      };
      const background = { send: () => Promise.resolve() };
      await acceptLetter({ db, background, sealer }, { kind, userId: null, words, files: contents });
    },
    send: () => sendDueLetters(sendParts),
    /** So many minutes pass, and the job runs in every fifth. */
    async minutes(count: number): Promise<void> {
      for (let minute = 0; minute < count; minute += 5) {
        await sql`update letters set due_at = due_at - interval '5 minutes'`.execute(db);
        await sendDueLetters(sendParts);
      }
    },
    stages: async () => (await db.selectFrom('letters').select('stage').execute()).map(({ stage }) => stage),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** How often each letter reached support, with how many bytes of files, and how often its writer was thanked. */
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

test('after a mail server was down for an hour, every letter that was taken in arrives exactly once', async () => {
  const gone = await startSmtpSink();
  await gone[Symbol.asyncDispose]();
  await using it = await desk(gone.port);
  const markers = Array.from({ length: 12 }, () => randomUUID());
  for (const [n, marker] of markers.entries()) {
    await it.write(n % 2 === 0 ? 'ticket' : 'contact', marker, n < 3 ? [png(2000), png(3000)] : []);
    await it.minutes(5);
  }
  expect(await it.stages()).toEqual(markers.map(() => 'support'));
  await using smtp = await startSmtpSink({ port: gone.port });
  // One of the processes that tried had died over its letter, and left it to the others.
  await sql`update letters set due_at = now() where id = (select id from letters limit 1)`.execute(it.db);
  await claimLetter(it.db);
  await it.minutes(65);
  expect(await arrivals(smtp, markers)).toEqual(
    markers.map((_, n) => ({ reached: 1, files: n < 3 ? [2000, 3000] : [], thanked: 1 })),
  );
  expect(await it.stages()).toEqual(markers.map(() => 'done'));
});

test('a mail server that dies in the middle of 14 MB gets them whole, once, and what waited behind them', async () => {
  await using smtp = await startSmtpSink();
  await using it = await desk(smtp.port);
  const markers = [randomUUID(), randomUUID()];
  await it.write('ticket', markers[0]!, fourLargeFiles);
  await it.write('contact', markers[1]!);
  smtp.dieAfter(9_000_000);
  await it.send();
  expect(await it.stages()).toContain('support');
  await it.minutes(5);
  expect(await arrivals(smtp, markers)).toEqual([
    { reached: 1, files: fourLargeFiles.map(({ length }) => length), thanked: 1 },
    { reached: 1, files: [], thanked: 1 },
  ]);
});
