import fc from 'fast-check';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';

import { openDatabase } from '#server/db/client.ts';
import { testDatabase } from '#server/testing/database.ts';
import { me, near, newSid, senders, service, someRows, writeRows } from '#server/testing/random-rows.ts';

import { type DecidedText, writeInboundMessages } from '../inbound/receive-text.repo.ts';
import type { ReplyDecision } from '../rules/decide-reply.ts';
import { syncServiceNumbers } from '../service-numbers.repo.ts';
import { timing } from '../timing.ts';
import type { KnownStates } from './known-states.ts';
import * as leases from './protocol/leases.ts';
import * as outcomes from './protocol/outcomes.ts';
import { type Send, type Text, untouched } from './protocol/states.ts';
import { describeUnknown, nextCheckAt } from './protocol/unknown-sends.ts';
import { lease, release, renew } from './queue.repo.ts';
import { readAll } from './states.repo.ts';
import { claimUnknownSends, takeOver } from './unknown-sends.repo.ts';

/**
 * Statements that PostgreSQL runs for many rows at a time, and that skip what another process holds, say in SQL what the
 * functions of the protocol say. Here they are held against each other, over states as they come.
 */

const minute = 60_000;

async function read(pool: Pool, about: { sids: string[]; ids: string[] }): Promise<KnownStates> {
  const client = await pool.connect();
  try {
    return await readAll(client, about);
  } finally {
    client.release();
  }
}

type Check = (pool: Pool, known: KnownStates, read: () => Promise<KnownStates>) => Promise<void>;

async function forAll(check: Check, numRuns = 40) {
  await using database = await testDatabase();
  const times = { connectTimeoutMs: 5000, queryTimeoutMs: 10_000 };
  const { pool, close } = openDatabase({ url: database.url, connectionsMax: 2, ...times });
  try {
    await syncServiceNumbers(pool, [service]);
    const property = fc.asyncProperty(someRows, async (rows) => {
      const about = await writeRows(pool, rows);
      await check(pool, await read(pool, about), () => read(pool, about));
    });
    await fc.assert(property, { numRuns });
  } finally {
    await close();
  }
}

const bySid = (texts: Iterable<Text>): Text[] => [...texts].toSorted((a, b) => (a.sid < b.sid ? -1 : 1));
const expected = (texts: Iterable<Text>) =>
  bySid(texts).map((text) => ({ ...text, leaseUntil: near(text.leaseUntil) }));

test('texts are leased, renewed and released by the rules of the protocol', async () => {
  await forAll(async (pool, known, again) => {
    const { now, texts } = known;
    const gate = { notBefore: new Date(now - minute), startedAt: null, busySenders: [senders[1]] };
    const filter = { now, notBefore: now - minute, busySenders: gate.busySenders, isFixedOnly: true };
    const leased = await lease(pool, { owner: me, limit: 20, which: 'fixed_replies', leaseMs: 20_000 }, gate);
    const may = [...texts.values()].filter((text) => leases.mayLease(text, filter));
    expect(leased.map(({ sid }) => sid).toSorted()).toEqual(may.map(({ sid }) => sid).toSorted());
    for (const text of may) texts.set(text.sid, leases.lease(text, me, now + 20_000));
    expect(bySid((await again()).texts.values())).toEqual(expected(texts.values()));

    const renewed = await renew(pool, me, [...texts.keys()], 40_000);
    const ours = [...texts.values()].filter((text) => leases.mayRenew(text, me));
    expect([...renewed].toSorted()).toEqual(ours.map(({ sid }) => sid).toSorted());

    await release(pool, me, [...texts.keys()], 60_000);
    for (const text of ours) texts.set(text.sid, { ...text, leaseUntil: now + 40_000 });
    for (const text of [...texts.values()].filter((one) => leases.mayRelease(one, me))) {
      texts.set(text.sid, leases.release(text, now + 60_000));
    }
    expect(bySid((await again()).texts.values())).toEqual(expected(texts.values()));
  });
});

const kept: Pick<ReplyDecision, 'isOptOut' | 'confirmsOptIn' | 'isUnpaid'> & Partial<ReplyDecision> = {
  language: 'es',
  newLanguage: null,
  isOptOut: false,
  confirmsOptIn: false,
  isUnpaid: false,
  userId: null,
  phoneId: null,
  pacedUntil: null,
  consent: null,
  stranger: null,
  notice: null,
  withheld: null,
  remembered: null,
  memorySeconds: 0,
  forgets: false,
  mail: null,
};

test('a text that is leased as it is received has the lease and the fence of the protocol', async () => {
  await forAll(async (pool) => {
    const {
      rows: [server],
    } = await pool.query<{ now: Date; startedAt: Date }>('select now(), pg_postmaster_start_time() as "startedAt"');
    if (!server) throw new Error('no row');
    const starts = [null, server.startedAt, new Date(server.startedAt.getTime() - minute)];
    const texts = [null, ...starts].map((startedAt, nth): DecidedText => {
      const times = {
        receivedAt: server.now,
        answerBy: new Date(server.now.getTime() + minute),
        notBefore: server.now,
      };
      const decision = { ...kept, ...times, kind: 'question', reply: 'answer', isAccepted: true } as ReplyDecision;
      const message = {
        sid: newSid(),
        sidHash: 'h',
        sender: `+1312555100${nth}`,
        senderHash: 'h',
        questionTag: null,
        asksMore: false,
      };
      const lease = nth === 0 ? null : { owner: me, leaseMs: 20_000, startedAt };
      return { message: { ...message, serviceNumber: service }, decision, lease };
    });
    const sids = texts.map(({ message }) => message.sid);
    const leased = await writeInboundMessages(pool, texts);
    // Not for a process that knows of an earlier start of the server only.
    expect(new Set(leased.map(({ sid }) => sid))).toEqual(new Set([sids[1], sids[2]]));
    for (const { fence, attempts, ageMs, timeLeftMs } of leased) {
      expect([fence, attempts, ageMs, timeLeftMs]).toEqual([1, 0, near(0), near(minute)]);
    }
    const { now, texts: stored } = await read(pool, { sids, ids: [] });
    for (const [nth, { message, decision }] of texts.entries()) {
      const { receivedAt, answerBy, notBefore } = decision;
      const times = { receivedAt: +receivedAt, answerBy: +answerBy, notBefore: +notBefore };
      const { sid, sender } = message;
      const came = {
        ...untouched,
        sid,
        sender,
        serviceNumber: service,
        reply: 'answer',
        language: 'es',
        isAccepted: true,
        ...times,
      } as const;
      const text = nth === 1 || nth === 2 ? leases.lease(came, me, now + 20_000) : came;
      expect(stored.get(sid)).toEqual({ ...text, leaseUntil: near(text.leaseUntil) });
    }
  }, 5);
});

test('sends of dead processes are taken over by the rules of the protocol', async () => {
  const { checksMs, leaseMs } = timing();
  await forAll(async (pool, known, again) => {
    let taken = 0;
    for (const { id } of known.sends.values()) {
      const state = known.stateOf(id);
      const times = { checkMs: checksMs[0] ?? 0, leaseMs };
      if (state !== null && known.take(outcomes.takeOver(state, times, known.now))) taken += 1;
    }
    expect(await takeOver(pool, timing())).toBe(taken);
    const byId = ({ sends }: KnownStates): Send[] => [...sends.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const states = byId(known).map(({ id, state, nextCheckAt }) => ({ id, state, nextCheckAt: near(nextCheckAt) }));
    expect(byId(await again())).toMatchObject(states);
  });
});

test('unknown sends are claimed with what the protocol says of them', async () => {
  const times = timing();
  await forAll(async (pool, known, again) => {
    const { now, sends } = known;
    const { rows } = await pool.query<{ id: string; checks: number }>('select id, checks from outbound_texts');
    const checks = new Map(rows.map((row) => [row.id, row.checks]));
    const due = [...sends.values()].filter(
      ({ state, nextCheckAt }) => state === 'unknown' && (nextCheckAt ?? 0) <= now,
    );
    const claimed = await claimUnknownSends(pool, 20, null, times);
    const after = await again();
    expect(claimed).toHaveLength(due.length);
    for (const send of due) {
      const said = describeUnknown({ send, text: known.textOf(send) }, sends.values(), times.quietPeriodMs, now);
      const one = claimed.find(({ id }) => id === send.id);
      const ages = said.rivalAgesMs.toSorted((a, b) => a - b).map(near);
      expect({ ...one, rivalAgesMs: one?.rivalAgesMs.toSorted((a, b) => a - b) }).toEqual({
        ...said,
        ageMs: near(said.ageMs),
        unknownForMs: near(said.unknownForMs),
        knownAgeMs: near(said.knownAgeMs),
        rivalAgesMs: ages,
      });
      const next = nextCheckAt(send, (checks.get(send.id) ?? 0) + 1, times, now);
      expect(after.sends.get(send.id)?.nextCheckAt).toEqual(near(next));
    }
  });
});
