import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { Secret } from '#server/platform/secret.ts';
import type { CarrierText } from '#server/providers/ports/carrier.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';

import { applyConsents } from './restored-texts.repo.ts';
import { restoreTexts } from './restored-texts.ts';

const serviceNumber = '+12025550100';
const phoneOf = (n: number): string => `+1312${2_000_000 + n}`;
const keyOf = (n: number): string => `h:${String(n).padStart(64, '0')}`;
/** More than the rows of one statement. */
const count = 1500;

test('more texts than one statement takes are recorded once, however often the restore is repeated', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  await db.insertInto('service_numbers').values({ number: serviceNumber }).execute();
  const common = { ageMs: 60_000, body: new Secret('who painted it'), segments: 1 };
  const texts = Array.from({ length: count }, (_, n) => n).flatMap((n) => [
    { ...common, sid: `SM${String(n).padStart(32, '0')}`, direction: 'inbound', from: phoneOf(n), to: serviceNumber },
    {
      ...common,
      sid: `SM${String(count + n).padStart(32, '0')}`,
      direction: 'outbound',
      from: serviceNumber,
      to: phoneOf(n),
    },
  ]) as unknown as CarrierText[];
  const carrier = {
    async *listPages({ from }: { from?: string }) {
      yield texts.filter(({ direction }) => (direction === 'outbound') === (from !== undefined));
    },
  };
  const deps = { pool, carrier, phoneHash: (phone: string) => keyOf(Number(phone)), serviceNumbers: [serviceNumber] };
  const since = new Date(Date.now() - 3_600_000);
  expect(await restoreTexts(deps, since)).toEqual({ handled: count, unanswered: 0, sent: count, closed: 0 });
  expect(await restoreTexts(deps, since)).toEqual({ handled: 0, unanswered: 0, sent: 0, closed: 0 });
  const { rows } = await sql`
    select (select count(*)::int from inbound_texts where state = 'done') as received,
           (select count(*)::int from outbound_texts where state = 'accepted') as sent`.execute(db);
  expect(rows).toEqual([{ received: count, sent: count }]);
});

test('the last word of a number counts, however many other numbers come between its STOP and its START', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  const at = (n: number): Date => new Date(Date.UTC(2026, 10, 24) + n);
  // Only the hashes are known, under which a START has no row of its own.
  const said = (isOptOut: boolean, time: Date) =>
    Array.from({ length: count }, (_, n) => ({ key: keyOf(n), number: null, isOptOut, at: time }));
  const atOnce = { key: keyOf(count), number: null, at: at(1) };
  await applyConsents(pool, [
    ...said(true, at(0)),
    { ...atOnce, isOptOut: false },
    ...said(false, at(1)),
    { ...atOnce, isOptOut: true },
  ]);
  const { rows } = await sql`select phone_key as key from opt_outs where opted_out`.execute(db);
  expect(rows).toEqual([{ key: keyOf(count) }]);
});

test('a START in the ledger ends an opt-out that the backup has under the hash, and needs no row of its own', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  await sql`
    insert into opt_outs values (${keyOf(1)}, true, now() - interval '90 days', 'account')`.execute(db);
  const start = { number: null, isOptOut: false, at: new Date() };
  await applyConsents(pool, [
    { ...start, key: keyOf(1) },
    { ...start, key: keyOf(2) },
  ]);
  const { rows } = await sql`select phone_key as key, opted_out from opt_outs`.execute(db);
  expect(rows).toEqual([{ key: keyOf(1), opted_out: false }]);
});

test('a young "wrong number", which may correct an answer, is left to the ledger and the check for missed texts', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  await db.insertInto('service_numbers').values({ number: serviceNumber }).execute();
  const received = [
    { body: 'Wrong number', ageMs: 60_000 },
    { body: 'Stop. Wrong number', ageMs: 60_000 },
    { body: 'Wrong number', ageMs: 7_200_000 },
  ].map(({ body, ageMs }, n) => ({
    sid: `SM${String(n).padStart(32, '0')}`,
    direction: 'inbound',
    from: phoneOf(n),
    to: serviceNumber,
    body: new Secret(body),
    ageMs,
    segments: 1,
  })) as unknown as CarrierText[];
  const carrier = {
    async *listPages({ from }: { from?: string }) {
      yield from === undefined ? received : [];
    },
  };
  const phoneHash = (phone: string): string => keyOf(Number(phone) - Number(phoneOf(0)));
  const deps = { pool, carrier, phoneHash, serviceNumbers: [serviceNumber] };
  const restored = await restoreTexts(deps, new Date(Date.now() - 7_200_000));
  expect(restored).toEqual({ handled: 2, unanswered: 1, sent: 0, closed: 0 });
  const { rows } = await sql`select phone_key as key from opt_outs where opted_out order by 1`.execute(db);
  expect(rows).toEqual([{ key: phoneOf(1) }, { key: phoneOf(2) }]);
});

test('a number that left and came back before the backup is answered and gets the promo only once', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  await db.insertInto('service_numbers').values({ number: serviceNumber }).execute();
  const [back, gone] = [phoneOf(1), phoneOf(2)];
  const phoneHash = (phone: string): string => keyOf(Number(phone) - Number(phoneOf(0)));
  await sql`
    insert into departed_numbers values (${phoneHash(back)}, now() - interval '90 days'), (${phoneHash(gone)}, now())`.execute(
    db,
  );
  const common = { ageMs: 120_000, body: new Secret('who painted it'), segments: 1 };
  const texts = [back, gone].flatMap((phone, n) => [
    { ...common, sid: `SM${String(n).padStart(32, '0')}`, direction: 'inbound', from: phone, to: serviceNumber },
    { ...common, sid: `SM${String(9 - n).padStart(32, '0')}`, direction: 'outbound', from: serviceNumber, to: phone },
  ]) as unknown as CarrierText[];
  const carrier = {
    async *listPages({ from }: { from?: string }) {
      yield texts.filter(({ direction }) => (direction === 'outbound') === (from !== undefined));
    },
  };
  const deps = { pool, carrier, phoneHash, serviceNumbers: [serviceNumber] };
  expect(await restoreTexts(deps, new Date(Date.now() - 3_600_000))).toMatchObject({ handled: 1, sent: 1 });
  const { rows } = await sql`
    select phone_number as number, promo_sent, (select array_agg(sender) from inbound_texts) as senders
      from unsubscribed_senders`.execute(db);
  expect(rows).toEqual([{ number: back, promo_sent: true, senders: [back] }]);
});
