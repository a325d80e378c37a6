import { randomBytes, randomUUID } from 'node:crypto';

import fc from 'fast-check';
import type { Pool } from 'pg';
import { expect } from 'vitest';

import { openDatabase } from '#server/db/client.ts';
import { testDatabase } from '#server/testing/database.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';
import { syncServiceNumbers } from '#server/texting/service-numbers.repo.ts';

/** Texts and sends of two phones in states as they come, for tests that compare SQL with the protocol's functions. */

export const service = '+12025550100';
export const senders = ['+13125550001', '+13125550002'] as const;
export const [me, other] = [randomUUID(), randomUUID()];
/** Seconds from now, never so near that the time between two statements matters. */
const around = fc.constantFrom(-3600, -90, -30, -5, 30, 90);

const someText = fc.record({
  sender: fc.constantFrom(...senders),
  reply: fc.constantFrom('answer', 'help', 'crisis'),
  state: fc.constantFrom('received', 'received', 'sending', 'done'),
  received: fc.constantFrom(-3600, -90, -30),
  answerBy: around,
  owner: fc.constantFrom(null, me, other),
  leaseUntil: fc.option(around),
  attempts: fc.nat(3),
});
const someSend = fc.record({
  text: fc.option(fc.nat(5)),
  to: fc.constantFrom(...senders),
  state: fc.constantFrom('intent', 'unknown', 'unknown', 'accepted', 'absent', 'unresolved'),
  purpose: fc.constantFrom('answer', 'crisis'),
  intent: fc.constantFrom(-90_000, -3600, -200, -100, -50, -15, -3),
  unknown: fc.constantFrom(-80, -40, -2),
  accepted: fc.constantFrom(-3500, -150, -60, -2),
  isReplayed: fc.boolean(),
  checks: fc.nat(7),
  isDue: fc.boolean(),
});
export const someRows = fc.record({
  texts: fc.array(someText, { minLength: 6, maxLength: 8 }),
  sends: fc.array(someSend, { maxLength: 8 }),
});
export type SomeRows = typeof someRows extends fc.Arbitrary<infer T> ? T : never;

export const newSid = (): string => `SM${randomBytes(16).toString('hex')}`;
const fromNow = (seconds: number | null): string =>
  seconds === null ? 'null' : `now() + interval '${seconds} seconds'`;
const quoted = (value: string | null): string => (value === null ? 'null' : `'${value}'`);

/** The names of rows: the carrier's ids of the texts and of what was sent, and our ids of the sends. */
export type Names = { readonly sids: string[]; readonly ids: string[]; readonly providerSids: string[] };

export function namesOf({ texts, sends }: SomeRows): Names {
  return { sids: texts.map(newSid), ids: sends.map(() => randomUUID()), providerSids: sends.map(newSid) };
}

/** Makes these the only texts and sends of the database. @returns their names */
export async function writeRows(pool: Pool, rows: SomeRows, names = namesOf(rows)): Promise<Names> {
  const { texts, sends } = rows;
  const { sids, ids, providerSids } = names;
  const textRows = texts.map((text, nth) => {
    const isDone = text.state === 'done';
    const ends = isDone ? `'answered', now(), true` : 'null, null, false';
    const times = [fromNow(text.received), fromNow(text.answerBy), fromNow(text.received)].join(', ');
    return `('${sids[nth]}', '${text.sender}', '${service}', 'question', '${text.reply}', '${text.state}', ${ends}, true,
             ${times}, ${quoted(text.owner)}, ${fromNow(text.leaseUntil)}, ${text.attempts}, 1)`;
  });
  const sendRows = sends.map((send, nth) => {
    const isAccepted = send.state === 'accepted';
    const isUnknown = send.state === 'unknown';
    const wasUnknown = isUnknown || (send.state === 'absent' && send.checks > 3);
    const sid = send.text === null ? null : (sids[send.text] ?? null);
    return `('${ids[nth]}', ${quoted(sid)}, '${send.purpose}', '${service}', '${send.to}', 1, '${send.state}',
             ${fromNow(send.intent)}, ${wasUnknown ? fromNow(send.unknown) : 'null'},
             ${isUnknown ? fromNow(send.isDue ? -1 : 30) : 'null'}, ${send.checks},
             ${isAccepted ? fromNow(send.accepted) : 'null'}, ${isAccepted ? quoted(providerSids[nth] ?? null) : 'null'}, ${send.isReplayed})`;
  });
  await pool.query('delete from outbound_texts');
  await pool.query('delete from inbound_texts');
  // Two sends of a pair may be open here: the tests ask what the statements make of them, not how they came about.
  await pool.query('drop index if exists outbound_texts_one_open');
  if (textRows.length > 0) {
    await pool.query(
      `insert into inbound_texts (sid, sender, service_number, kind, reply, state, outcome, closed_at, counted, accepted,
         received_at, answer_by, not_before, lease_owner, lease_until, attempts, fence) values ${textRows.join(', ')}`,
    );
  }
  if (sendRows.length > 0) {
    await pool.query(
      `insert into outbound_texts (id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at, unknown_at,
         next_check_at, checks, accepted_at, provider_sid, replayed) values ${sendRows.join(', ')}`,
    );
  }
  return names;
}

/** A time, give or take the seconds between two statements on a busy machine. */
export const near = (time: number | null): unknown => (time === null ? null : expect.closeTo(time, -4));

/** A database in which the first of the two phones is a subscriber's. */
export async function placeForRows() {
  const stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase());
  const { db, pool, close } = openDatabase({ url, connectionsMax: 6, connectTimeoutMs: 5000, queryTimeoutMs: 10_000 });
  stack.defer(close);
  await syncServiceNumbers(pool, [service]);
  await addSubscriber(db, { phone: senders[0], serviceNumber: service });
  return { pool, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() };
}
