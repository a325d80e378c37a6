import { randomUUID } from 'node:crypto';

import fc from 'fast-check';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';

import {
  me,
  type Names,
  namesOf,
  near,
  placeForRows,
  senders,
  service,
  someRows,
  type SomeRows,
  writeRows,
} from '#server/testing/random-rows.ts';

import { readAll } from './states.repo.ts';
import { transactOne, type Transition } from './transact.ts';
import { Transactions } from './transactions.ts';
import {
  closeUnanswered,
  concludeNotCreated,
  giveUpUnknownSend,
  noteReport,
  openProactive,
  openSend,
  recordAccepted,
  recordNotSent,
  recordRejected,
  recordUnknown,
} from './transitions.ts';

const nth = fc.nat(7);
const kinds = [
  'open',
  'open_late',
  'proactive',
  'close',
  'accepted',
  'rejected',
  'not_sent',
  'unknown',
  'not_created',
  'given_up',
  'delivered',
  'sent',
  'turned_away',
] as const;
const someSteps = fc.array(fc.record({ kind: fc.constantFrom(...kinds), nth, code: fc.constantFrom(30_003, 21_610) }), {
  minLength: 2,
  maxLength: 12,
});
type SomeSteps = typeof someSteps extends fc.Arbitrary<infer T> ? T : never;

type Step = SomeSteps[number];

/** A transition about a text, a phone or a send that is there; null where the rows have none. */
function transitionOf({ kind, nth: which, code }: Step, rows: SomeRows, names: Names, opened: string) {
  const [sid = '', text, send] = [names.sids[which], rows.texts[which], rows.sends[which]];
  const reply = { id: opened, segments: 1, encoding: 'gsm7' } as const;
  if (kind === 'proactive') {
    const to = senders[which % 2] ?? '';
    return openProactive({ ...reply, purpose: 'code', from: service, to, attempt: 1, toHash: 'none' });
  }
  if (kind === 'open' || kind === 'open_late' || kind === 'close') {
    if (text === undefined) return null;
    const lease = { sid, fence: 1, sender: text.sender, serviceNumber: service, attempts: 0 } as const;
    if (kind === 'close') return closeUnanswered(lease, 'failed');
    const isLate = kind === 'open_late';
    const held = {
      ...lease,
      reply: 'answer',
      language: 'en',
      hasMemory: false,
      ageMs: 0,
      timeLeftMs: 0,
      mayGoInMs: 0,
    } as const;
    return openSend(held, me, { ...reply, purpose: isLate ? 'apology' : 'answer', isLate, senderHash: 'none' });
  }
  if (send === undefined) return null;
  const sent = { id: names.ids[which] ?? '', to: send.to };
  const providerSid = names.providerSids[which] ?? '';
  // A report by a carrier's id that no row has yet is tried again alone, after the others: another order, also allowed.
  const isById = code !== 21_610 || send.state !== 'accepted';
  const report = (status: string, errorCode: number | null) =>
    noteReport({ id: isById ? sent.id : null, sid: providerSid, status, code: errorCode }, send.to);
  const ofSend: Record<typeof kind, () => Transition<unknown>> = {
    accepted: () => recordAccepted(sent, { sid: providerSid, segments: 2 }),
    rejected: () => recordRejected(sent, code),
    not_sent: () => recordNotSent(sent, 60_000),
    unknown: () => recordUnknown(sent, 60_000),
    not_created: () => concludeNotCreated(sent, 3),
    given_up: () => giveUpUnknownSend(sent),
    delivered: () => report('delivered', null),
    sent: () => report('sent', null),
    turned_away: () => report('undelivered', 30_001),
  };
  return ofSend[kind]();
}

const isTime = (value: unknown): value is number => typeof value === 'number' && value > 1e12;
/** A row with its times as they may differ between two runs. */
const roughly = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, isTime(value) ? near(value) : (value as unknown)]),
  );

/** All that the transitions may have written. */
async function written(pool: Pool) {
  const { rows } = await pool.query<{ sids: string[]; ids: string[]; others: unknown }>(
    `select array(select sid from inbound_texts) as sids, array(select id::text from outbound_texts) as ids,
            jsonb_build_object(
              'counts', (select jsonb_object_agg(name, total) from (
                           select name, sum(value) as total from counter_values
                          where name not like 'rows.%' group by name) as c where total <> 0),
              'notices', (select jsonb_agg(phone_number order by phone_number) from notices),
              'optedOut', (select jsonb_agg(phone_key order by phone_key) from opt_outs)) as others`,
  );
  const { sids = [], ids = [], others } = rows[0] ?? {};
  const client = await pool.connect();
  try {
    const known = await readAll(client, { sids, ids });
    const byKey = (all: ReadonlyMap<string, object>): object =>
      Object.fromEntries([...all].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    return { texts: byKey(known.texts), sends: byKey(known.sends), others };
  } finally {
    client.release();
  }
}

/** The results without the ids and times of this run. */
const plain = (result: unknown): unknown =>
  typeof result === 'object' && result !== null && 'openedAtMs' in result ? { ...result, openedAtMs: 0 } : result;

test('transitions that share a transaction do what they do one after the other', async () => {
  await using fixture = await placeForRows();
  const { pool } = fixture;
  const property = fc.asyncProperty(someRows, someSteps, async (rows, steps) => {
    const names = namesOf(rows);
    const transitions = steps.flatMap((step) => transitionOf(step, rows, names, randomUUID()) ?? []);
    const afresh = async (): Promise<void> => {
      await writeRows(pool, rows, names);
      await pool.query('delete from counter_deltas; delete from notices; delete from opt_outs');
    };
    await afresh();
    const oneByOne: unknown[] = [];
    for (const transition of transitions) oneByOne.push(plain(await transactOne(pool, transition)));
    const expected = await written(pool);

    await afresh();
    let commits = 0;
    const together = new Transactions({ pool, beforeCommit: () => (commits += 1) });
    const results = await Promise.all(transitions.map((transition) => together.run(transition)));
    expect(results.map(plain)).toEqual(oneByOne);
    const { texts, sends, others } = await written(pool);
    const rough = (all: object): object =>
      Object.fromEntries(Object.entries(all).map(([key, row]) => [key, roughly(row as object)]));
    expect({ texts, sends, others }).toEqual({
      ...expected,
      texts: rough(expected.texts),
      sends: rough(expected.sends),
    });
    expect(commits).toBeLessThanOrEqual(1);
  });
  await fc.assert(property, { numRuns: 40 });
});
