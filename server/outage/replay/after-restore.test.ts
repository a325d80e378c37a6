import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Pool } from 'pg';
import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { journaledQuestion, journaledSend, openJournal } from '#server/testing/journals.ts';
import { applyConsents, recordHandled, recordSent } from '#server/texting/recovery/restored-texts.repo.ts';

import { receivedOperation } from '../journal/journaled-text.ts';
import type { Operation } from '../journal/operations.ts';
import { replayJournal } from './replay.ts';

const [serviceNumber, phone] = ['+12025550100', '+13122000001'];
const hash = `h:${'0'.repeat(64)}`;
const newSid = (): string => `SM${randomBytes(16).toString('hex')}`;

/** Replays a journal with these entries. */
async function replay(pool: Pool, entries: readonly Operation[]): Promise<void> {
  const journal = openJournal(mkdtempSync(join(tmpdir(), 'askline-replay-')));
  journal.write(entries);
  await replayJournal({
    pool,
    journal,
    locks: { releaseReplayed: () => undefined },
    log: createLog('silent').log,
    phoneHash: () => hash,
    redactDropped: async () => undefined,
    isIdle: () => true,
    onHandedOff: () => undefined,
    onApplied: () => undefined,
  });
  expect(journal.figures()).toMatchObject({ queueSize: 0, deadLetters: 0 });
  journal.close();
}

test('the journal of another machine, replayed after a restore, takes over what the lists of the carrier told', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { pool } = connection;
  const question = journaledQuestion();
  const { body } = question as Extract<Operation, { type: 'inbound.insert' }>;
  const stop = receivedOperation({
    ...body,
    sid: newSid(),
    kind: 'stop',
    reply: null,
    isAccepted: false,
    consent: 'withdrawn',
  });
  const unanswered = receivedOperation({ ...body, sid: newSid() });
  const [answer, code] = [newSid(), newSid()];
  const send = journaledSend(question, { state: 'accepted', providerSid: answer });

  // The restore, which knows the lists only.
  const text = { ageMs: 60_000, segments: 1 };
  await recordSent(
    pool,
    [answer, code].map((sid) => ({ ...text, sid, from: serviceNumber, to: phone })),
  );
  await recordHandled(
    pool,
    [question, unanswered, stop].map(({ key }) => ({
      ...text,
      sid: key,
      from: phone,
      to: serviceNumber,
      isRepliedTo: true,
    })),
  );

  await replay(pool, [question, send, unanswered, stop]);

  const texts = await pool.query('select sid, kind, state, outcome from inbound_texts order by kind, outcome');
  expect(texts.rows).toEqual([
    { sid: question.key, kind: 'question', state: 'done', outcome: 'answered' },
    // The restore decided that it gets no reply.
    { sid: unanswered.key, kind: 'question', state: 'done', outcome: 'silent' },
    { sid: stop.key, kind: 'stop', state: 'done', outcome: 'silent' },
  ]);
  const sends = await pool.query('select id, inbound_sid, provider_sid from outbound_texts order by inbound_sid');
  expect(sends.rows).toEqual([
    { id: send.id, inbound_sid: question.key, provider_sid: answer },
    // Of another text nothing more is known.
    { id: expect.any(String), inbound_sid: null, provider_sid: code },
  ]);
  const optOuts = await pool.query('select phone_key, opted_out from opt_outs');
  expect(optOuts.rows).toEqual([{ phone_key: phone, opted_out: true }]);
  const { rows: counted } = await pool.query('select unnest(names) as name from counter_deltas');
  expect(counted).toContainEqual({ name: 'questions.answered' });
  expect(counted).not.toContainEqual({ name: 'sends.duplicates' });
});

test('a START in a journal does not undo a later STOP of the ledger', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { pool } = connection;
  const { body } = journaledQuestion() as Extract<Operation, { type: 'inbound.insert' }>;
  const startAt = (receivedAt: number) =>
    receivedOperation({
      ...body,
      sid: newSid(),
      kind: 'start',
      reply: null,
      isAccepted: false,
      consent: 'given',
      receivedAt,
    });
  const isOptedOut = async (): Promise<boolean> => {
    const { rows } = await pool.query('select 1 from opt_outs where phone_key = $1 and opted_out', [hash]);
    return rows.length === 1;
  };
  // Of a number that the backup does not know, the ledger has only the hash.
  await applyConsents(pool, [{ key: hash, number: null, isOptOut: true, at: new Date(body.receivedAt) }]);
  await replay(pool, [startAt(body.receivedAt - 1000)]);
  expect(await isOptedOut()).toBe(true);
  await replay(pool, [startAt(body.receivedAt + 1000)]);
  expect(await isOptedOut()).toBe(false);
});
