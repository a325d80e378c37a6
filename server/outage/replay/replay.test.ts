import { randomBytes } from 'node:crypto';

import { expect, test } from 'vitest';

import { lockSender } from '#server/db/sender-lock.ts';
import { journaledQuestion as question, journaledSend as sendFor } from '#server/testing/journals.ts';
import { replayPlace as place } from '#server/testing/replay-place.ts';
import { until } from '#server/testing/until.ts';
import { knownAmong } from '#server/texting/recovery/missed-texts.repo.ts';

import { receivedOperation, sendOperation } from '../journal/journaled-text.ts';
import { insteadOf, type Operation, type SendRecord } from '../journal/operations.ts';
import { forgetAppliedOperations } from './replay.repo.ts';

const newSid = (): string => `SM${randomBytes(16).toString('hex')}`;

test('an unknown send of the journal is stored next to an unknown one of the database, and each knows of the other', async () => {
  await using fixture = await place();
  await fixture.sent('unknown');
  const text = question();
  fixture.journal.write([text, sendFor(text, {})]);
  expect([await fixture.replay(), fixture.journal.size]).toEqual([2, 0]);
  const unknownSends = await fixture.store({}).claimUnknownSends(10);
  expect(unknownSends).toHaveLength(2);
  expect(unknownSends[0]?.rivalAgesMs).toEqual([unknownSends[1]?.ageMs]);
  expect(unknownSends[1]?.rivalAgesMs).toEqual([unknownSends[0]?.ageMs]);
  expect((await fixture.pool.query('select state from inbound_texts')).rows).toEqual([{ state: 'sending' }]);
});

test('an unknown send that the journal gave up is not looked up again, and its text ends as failed', async () => {
  await using fixture = await place();
  const text = question();
  const at = text.at + 90_000;
  const body = { sid: text.key, outcome: 'failed' } as const;
  const ended: Operation = { type: 'query.failed', id: `${text.key}:closed`, key: text.key, at, body };
  fixture.journal.write([text, sendFor(text, { state: 'unresolved', unknownAt: text.at + 2000 }), ended]);
  expect([await fixture.replay(), fixture.journal.size]).toEqual([3, 0]);
  const { rows } = await fixture.pool.query(
    'select i.outcome, o.state from inbound_texts i join outbound_texts o on o.inbound_sid = i.sid',
  );
  expect(rows).toEqual([{ outcome: 'failed', state: 'unresolved' }]);
  expect(await fixture.store({}).claimUnknownSends(10)).toEqual([]);
});

test('no send is looked up while a journal may hold another to the same phone', async () => {
  await using fixture = await place();
  await fixture.sent('unknown');
  expect(await fixture.store({ notBefore: new Date() }).claimUnknownSends(10)).toEqual([]);
  // An outage that this process has not noticed yet: the database was started again.
  expect(await fixture.store({ startedAt: new Date(0) }).claimUnknownSends(10)).toEqual([]);
  expect(await fixture.store({}).claimUnknownSends(10)).toHaveLength(1);
});

/** Texts of other phones: as many as fill up the batch of a replay that begins with one entry. */
function restOfBatch(): Operation[] {
  return Array.from({ length: 399 }, (_, nth) => {
    const { body } = question() as Extract<Operation, { type: 'inbound.insert' }>;
    return receivedOperation({ ...body, sender: `+1312200${String(1000 + nth)}` });
  });
}

test('a text continues immediately when its send turns out absent between the replay of the text and of the send', async () => {
  await using fixture = await place();
  const text = question();
  const send = sendFor(text, { state: 'unknown', unknownAt: text.at + 2000 });
  fixture.journal.write([text, ...restOfBatch(), send]);
  await fixture.replay((applied) => {
    if (!applied.some(({ key, type }) => key === text.key && type === 'inbound.insert')) return;
    fixture.journal.write([], [sendOperation({ ...(send.body as SendRecord), state: 'absent' })]);
  });
  expect(fixture.journal.size).toBe(0);
  const leased = await fixture.store({}).lease(500, 'all');
  expect(leased.find(({ sid }) => sid === text.key)).toMatchObject({ attempts: 1 });
});

test('a text with an absent send waits as long as the journal has another send of it', async () => {
  await using fixture = await place();
  const sid = newSid();
  await fixture.sent('accepted', sid);
  const text = question();
  const absent = sendFor(text, { state: 'absent', unknownAt: text.at + 2000 });
  // The database refuses this one, so it stays in the journal.
  fixture.journal.write([text, absent, sendFor(text, { state: 'accepted', providerSid: sid, attempt: 2 })]);
  expect([await fixture.replay(), fixture.journal.size]).toEqual([2, 1]);
  expect(await fixture.store({}).lease(10, 'all')).toEqual([]);
});

test('a text whose send was given up is not answered by the database, whether or not its end is in the journal', async () => {
  await using fixture = await place();
  const text = question();
  fixture.journal.write([text, sendFor(text, { state: 'unresolved', unknownAt: text.at + 2000 })]);
  expect([await fixture.replay(), fixture.journal.size]).toEqual([2, 0]);
  expect(await fixture.store({}).lease(10, 'all')).toEqual([]);
  expect((await fixture.pool.query('select state, outcome from inbound_texts')).rows).toEqual([
    { state: 'done', outcome: 'failed' },
  ]);
});

test('a text of which the journal says nothing more continues in the database', async () => {
  await using fixture = await place();
  fixture.journal.write([question()]);
  await fixture.replay();
  expect(await fixture.store({}).lease(10, 'all')).toHaveLength(1);
});

test('the copies of texts and sends that are stored are left to their rows', async () => {
  await using fixture = await place();
  const text = question();
  fixture.journal.write([text, sendFor(text, { state: 'accepted', providerSid: newSid() })]);
  await fixture.replay();
  expect(fixture.dropped).toEqual([]);
});

test('a text whose outcome cannot be written down is not answered again meanwhile', async () => {
  await using fixture = await place();
  const sid = newSid();
  await fixture.sent('accepted', sid);
  const text = question();
  fixture.journal.write([text, sendFor(text, { state: 'accepted', providerSid: sid })]);
  expect([await fixture.replay(), fixture.journal.size]).toEqual([1, 1]);
  expect(await fixture.store({}).lease(10, 'all')).toEqual([]);
  // Put aside, for a person to look at, once it has been refused five times.
  for (let nth = 0; nth < 4; nth += 1) await fixture.replay();
  expect(fixture.journal.figures()).toMatchObject({ deadLetters: 1 });
  // Nor later: the subscriber has the answer, and would get an apology for it.
  await fixture.replay();
  expect(fixture.journal.figures()).toMatchObject({ queueSize: 0, deadLetters: 1 });
  await fixture.pool.query('update inbound_texts set lease_until = null');
  expect(await fixture.store({}).lease(10, 'all')).toEqual([]);
});

test('a text that cannot be written down is received a second time only if its reply did not go out', async () => {
  await using fixture = await place();
  const { body } = question() as Extract<Operation, { type: 'inbound.insert' }>;
  // Longer than its column takes.
  const refused = (change: object) => receivedOperation({ ...body, kind: 'k'.repeat(30), ...change, sid: newSid() });
  const [answered, unanswered, stop] = [refused({}), refused({}), refused({ consent: 'withdrawn', isOptOut: true })];
  const [answer, confirmation] = [newSid(), newSid()];
  fixture.journal.write([answered, sendFor(answered, { state: 'accepted', providerSid: answer }), unanswered]);
  fixture.journal.write([stop, sendFor(stop, { state: 'accepted', providerSid: confirmation, purpose: 'keyword' })]);
  for (let nth = 0; nth < 6; nth += 1) await fixture.replay();
  expect(fixture.journal.figures()).toMatchObject({ queueSize: 0, deadLetters: 3 });
  // A STOP is found at the carrier and obeyed, although it was confirmed.
  const known = await knownAmong(fixture.pool, [answered.key, unanswered.key, stop.key]);
  expect([...known]).toEqual([answered.key]);
  expect(fixture.dropped.toSorted()).toEqual([answered.key, answer, confirmation].toSorted());
});

test.for([
  ['answer', 'intent', 'ends'],
  ['answer', 'unresolved', 'ends'],
  ['answer', 'rejected', 'stays open'],
  ['crisis', 'unknown', 'stays open'],
  ['crisis', 'accepted', 'ends'],
] as const)('if a send (%s, %s) cannot be written down, its text %s', ([purpose, state, then]) => {
  expect(insteadOf(sendFor(question(), { purpose, state }), []) === null ? 'stays open' : 'ends').toBe(then);
});

test('a lock is released while its entry is in the journal, so that a death leaves no lock without an entry', async () => {
  await using fixture = await place();
  const text = question();
  fixture.journal.write([text]);
  const pending: [sids: readonly string[], entries: number][] = [];
  await fixture.replay(undefined, undefined, (sids) => pending.push([sids, fixture.journal.size]));
  expect([pending, fixture.journal.size]).toEqual([[[[text.key], 1]], 0]);
});

test('a STOP is carried out before the texts of others that came before it', async () => {
  await using fixture = await place();
  const stop = question() as Extract<Operation, { type: 'inbound.insert' }>;
  const stopText = receivedOperation({ ...stop.body, kind: 'stop', reply: null, consent: 'withdrawn', isOptOut: true });
  fixture.journal.write([question(), question(), stopText]);
  const applied: string[][] = [];
  await fixture.replay((entries) => applied.push(entries.map(({ id }) => id)));
  expect(applied[0]).toEqual([stopText.id]);
  expect(applied.flat()).toHaveLength(3);
});

test('a locked phone delays its own texts in the journal and no others', async () => {
  await using fixture = await place();
  const locked = question() as Extract<Operation, { type: 'inbound.insert' }>;
  const others = Array.from({ length: 3 }, (_, nth) => {
    const { body } = question() as Extract<Operation, { type: 'inbound.insert' }>;
    return receivedOperation({ ...body, sender: `+1312200000${nth + 2}` });
  });
  fixture.journal.write([locked, ...others]);
  const client = await fixture.pool.connect();
  await client.query('begin');
  await lockSender(client, locked.body.sender);
  // A busy machine may run into the limit too: what did so comes again in the next round.
  await until('the others to be carried out', async () => {
    await fixture.replay(undefined, fixture.impatient);
    return fixture.journal.size === 1;
  });
  expect([...fixture.journal.entries()].map(({ id }) => id)).toEqual([locked.id]);
  await client.query('rollback');
  client.release();
  // It did not count as refused.
  expect([await fixture.replay(), fixture.journal.figures()]).toMatchObject([1, { queueSize: 0, deadLetters: 0 }]);
});

test('each report on a send is carried out, however many outages they come in', async () => {
  await using fixture = await place();
  const sid = newSid();
  await fixture.sent('accepted', sid);
  for (const status of ['sent', 'undelivered'] as const) {
    fixture.journal.keepReport({ key: sid, at: Date.now(), report: { id: null, sid, status, code: null } });
    await fixture.replay();
  }
  const { rows } = await fixture.pool.query('select delivery from outbound_texts where provider_sid = $1', [sid]);
  expect(rows).toEqual([{ delivery: 'undelivered' }]);
});

test("a stranger's text of an outage is stored as it was decided, without a look at the carrier's list", async () => {
  await using fixture = await place();
  const { body } = question() as Extract<Operation, { type: 'inbound.insert' }>;
  const noted = { userId: null, phoneId: null, reply: null, isAccepted: false, stranger: 'noted' } as const;
  fixture.journal.write([receivedOperation({ ...body, ...noted })]);
  await fixture.replay();
  const { rows } = await fixture.pool.query('select sid from inbound_texts');
  expect(rows).toEqual([{ sid: body.sid }]);
});

test('what a replay carried out is known for 30 days, and the heartbeat of a machine for 7', async () => {
  await using fixture = await place();
  await fixture.pool.query(
    `insert into applied_ops (op_id, at) select n || ' days', now() - n * interval '1 day' from unnest(array[29, 31]) n`,
  );
  await fixture.pool.query(
    `insert into instance_heartbeat (slot, instance, beat_at, settled, journal)
     select n || ' days', gen_random_uuid(), now() - n * interval '1 day', true, '{}' from unnest(array[6, 8]) n`,
  );
  await forgetAppliedOperations(fixture.db);
  const { rows } = await fixture.pool.query(
    'select op_id as of from applied_ops union all select slot from instance_heartbeat',
  );
  expect(rows).toEqual([{ of: '29 days' }, { of: '6 days' }]);
});
