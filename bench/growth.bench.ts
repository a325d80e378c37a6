import { createHash, randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto';

import pg from 'pg';
import twilio from 'twilio';

import { findJourney, findUser } from '#server/admin/look-up/look-up.repo.ts';
import { readSteps, readTextsNow } from '#server/admin/overview/overview.repo.ts';
import { countIdentities, readSearchStats } from '#server/admin/search-stats.repo.ts';
import { serviceNumbers, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { deleteOldTexts } from '#server/texting/retention/old-texts.repo.ts';
import type { Intent, Lease } from '#server/texting/store/text-store.ts';

import type { Bench, Measure } from './measure.ts';

/** Set them to see how a large installation behaves: a million texts take about a minute to generate, and 1.1 GB. */
const texts = Number(process.env['GROWTH_TEXTS'] ?? 100_000);
const users = Number(process.env['GROWTH_USERS'] ?? 10_000);
/** Subscribers whose texts are measured; they have as many past texts as the others. */
const measured = 200;
const rounds = 20;
const daysPast = 500;

/** One installation: the product without workers, so that nothing but the benchmark works on its texts. */
type Installation = {
  readonly app: TestApp;
  readonly client: pg.Client;
  leases: Lease[];
  intents: Intent[];
};
type Cost = { readonly ms: number[]; walBytes: number };
type Costs = Map<string, { readonly empty: Cost; readonly full: Cost }>;

/**
 * What each step of a text and each page of the admin area costs in an empty database and with `GROWTH_TEXTS` past
 * texts of `GROWTH_USERS` users: the tenth percentiles and their ratio. The two take turns step by step, so that other
 * load on the machine falls on both.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  await using stack = new AsyncDisposableStack();
  const installation = async (): Promise<Installation> => {
    const app = stack.use(await startTestApp({ postgresUrl, settings: { ROLE: 'web' } }));
    const client = new pg.Client({ connectionString: app.product.deps.config.database.url });
    await client.connect();
    stack.defer(() => client.end());
    await addUsers(client, 1, measured);
    await addCounters(client);
    return { app, client, leases: [], intents: [] };
  };
  const [empty, full] = [await installation(), await installation()];
  const beganAt = performance.now();
  await addUsers(full.client, measured + 1, users);
  await addTexts(full.client);
  for (const { client } of [empty, full]) await client.query('vacuum analyze');
  const { rows } = await full.client.query<{ size: number }>('select pg_database_size(current_database()) as size');
  const minutes = (performance.now() - beganAt) / 60_000;
  console.log(`  ${texts} texts: ${(Number(rows[0]?.size) / 1e9).toFixed(1)} GB, made in ${minutes.toFixed(1)} min`);
  await full.client.query('checkpoint');
  await measure(empty, full);
  const costs = await measure(empty, full);
  const [deletion] = await retention(full.app);
  return [
    ...[...costs].flatMap(([what, cost]) => describe(what, cost)),
    { what: 'deleting a batch of texts past their time', value: deletion ?? 0, unit: 'ms' },
  ];
};

function describe(what: string, { empty, full }: { readonly empty: Cost; readonly full: Cost }): Measure[] {
  const [before, after] = [lowest(empty.ms), lowest(full.ms)];
  const [logBefore, logAfter] = [empty.walBytes / empty.ms.length, full.walBytes / full.ms.length];
  return [
    { what: `${what}: empty`, value: before, unit: 'ms' },
    { what: `${what}: with ${texts} texts`, value: after, unit: 'ms' },
    { what: `${what}: ratio`, value: after / before, unit: 'times' },
    ...(logBefore > 500
      ? [
          { what: `${what}: log, empty`, value: logBefore / 1000, unit: 'kB' },
          { what: `${what}: log, with ${texts} texts`, value: logAfter / 1000, unit: 'kB' },
        ]
      : []),
  ];
}

async function measure(empty: Installation, full: Installation): Promise<Costs> {
  const costs: Costs = new Map();
  const time = async (
    what: string,
    times: number,
    act: (installation: Installation, nth: number) => Promise<unknown>,
  ) => {
    const cost = { empty: { ms: [], walBytes: 0 }, full: { ms: [], walBytes: 0 } } as { empty: Cost; full: Cost };
    for (let nth = 0; nth < times; nth += 1) {
      const turns = [
        [empty, cost.empty],
        [full, cost.full],
      ] as const;
      for (const [installation, { ms }] of nth % 2 === 0 ? turns : turns.toReversed()) {
        const walBefore = await walPosition(installation.client);
        const began = performance.now();
        await act(installation, nth);
        ms.push(performance.now() - began);
        (installation === empty ? cost.empty : cost.full).walBytes +=
          (await walPosition(installation.client)) - walBefore;
      }
    }
    costs.set(what, cost);
  };
  const installations = [empty, full];
  await time('receiving a text', measured, ({ app }, nth) => receive(app, phoneOf(nth + 1)));
  for (const installation of installations) {
    // A process that receives texts may have leased them in the same transaction.
    await installation.client.query(
      `update inbound_texts set lease_owner = null, lease_until = null where state = 'received'`,
    );
    installation.leases = [];
    installation.intents = [];
  }
  await time('lease of a text', measured, async (installation) => {
    installation.leases.push(...(await installation.app.product.deps.textStore.lease(1, 'all')));
  });
  await time('openSend', Math.min(...installations.map(({ leases }) => leases.length)), async (installation, nth) => {
    const { textStore, phoneHash } = installation.app.product.deps;
    const lease = installation.leases[nth]!;
    const sending = { id: randomUUIDv7(), purpose: 'answer', isLate: false, segments: 2, encoding: 'gsm7' } as const;
    const intent = await textStore.openSend(lease, { ...sending, senderHash: phoneHash(lease.sender) });
    if (intent !== null && intent !== 'busy') installation.intents.push(intent);
  });
  const sends = Math.min(...installations.map(({ intents }) => intents.length));
  if (sends < measured / 2) throw new Error(`only ${sends} sends could be opened`);
  await time('outcome of a send', sends, ({ app, intents }, nth) =>
    app.product.deps.textStore.accepted(intents[nth]!, randomSid(), 2),
  );
  for (const range of ['hour', 'day', 'month', 'year'] as const) {
    await time(`admin overview, ${range}`, rounds, ({ app }) => readSteps(app.product.deps.db, range, new Date()));
  }
  await time('admin, texts now', rounds, ({ app }) => readTextsNow(app.product.deps.db));
  await time('admin, monitoring', rounds, ({ app }) => readSearchStats(app.product.deps.db));
  await time('admin, accounts', rounds, ({ app }) => countIdentities(app.product.deps.db));
  await time('admin, a user', rounds, ({ app }, nth) => findUser(app.product.deps.db, '', phoneOf(nth + 1)));
  await time('admin, a text', rounds, ({ app, leases }, nth) =>
    findJourney(app.product.deps.db, leases[nth]?.sid ?? ''),
  );
  for (const { client } of installations) {
    // The next measurement meets no pacing and no budget: these texts now are as old as the others.
    await client.query(
      `update inbound_texts set received_at = received_at - interval '2 days', paced_until = null
                         where sender = any($1)`,
      [Array.from({ length: measured }, (_, nth) => phoneOf(nth + 1))],
    );
    await client.query('delete from recent_questions');
  }
  return costs;
}

async function retention(app: TestApp): Promise<number[]> {
  const took: number[] = [];
  for (let nth = 0; nth < 10; nth += 1) {
    const began = performance.now();
    await deleteOldTexts(app.product.deps, 1);
    took.push(performance.now() - began);
  }
  return [lowest(took)];
}

async function walPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ at: number }>(`select pg_current_wal_insert_lsn() - '0/0' as at`);
  return Number(rows[0]?.at);
}

/** The tenth percentile: other load on the machine only adds to a time. */
function lowest(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 10)] ?? 0;
}

async function receive(app: TestApp, phone: string): Promise<void> {
  const url = `${app.url}/webhooks/twilio/messages`;
  const { accountSid, authToken } = app.product.deps.config.carrier;
  const Body = `who painted number ${randomBytes(4).toString('hex')}`;
  const form = {
    MessageSid: randomSid(),
    AccountSid: accountSid,
    From: phone,
    To: serviceNumbers[0],
    Body,
    NumMedia: '0',
  };
  const headers = { 'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, url, form) };
  const { status } = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) });
  if (status !== 200) throw new Error(`the webhook answered ${status}`);
}

function randomSid(): string {
  return `SM${createHash('md5').update(randomUUID()).digest('hex')}`;
}

function phoneOf(nth: number): string {
  return `+1312${2_000_000 + nth}`;
}

async function addUsers(client: pg.Client, from: number, to: number): Promise<void> {
  const range = `generate_series(${from}, ${to}) as n`;
  await client.query(`set session_replication_role = replica`);
  await client.query(`insert into users (id, name, email, service_number, confirmed_at)
    select md5('user' || n)::uuid, 'Sam Example', 'user' || n || '@askline.example', '${serviceNumbers[0]}', now() from ${range}`);
  await client.query(`insert into phone_numbers (id, user_id, number, verified_at, opt_in_asked_at, opt_in_confirmed_at)
    select md5('phone' || n)::uuid, md5('user' || n)::uuid, '+1312' || (2000000 + n), now(), now(), now() from ${range}`);
  await client.query(`insert into subscriptions (id, user_id, plan_id, status, answers_until, created_at)
    select 'sub_' || n, md5('user' || n)::uuid, 'monthly', 'active', now() + interval '20 days', now() from ${range}`);
  await client.query(`insert into unsubscribed_senders (phone_number, promo_sent, created_at)
    select '+1415' || (2000000 + n), true, now() - n * interval '1 minute' from ${range}`);
  await client.query(`insert into notices (phone_number, kind, sent_at)
    select '+1312' || (2000000 + n), 'help', now() - n * interval '1 minute' from ${range}`);
  await client.query('reset session_replication_role');
}

/** Oldest first, as they would have arrived; ids are random, like the carrier's and ours. */
async function addTexts(client: pg.Client): Promise<void> {
  await client.query(`set session_replication_role = replica`);
  // Indexes that belong to no constraint are built afterwards, in a third of the time.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid in ('inbound_texts'::regclass, 'outbound_texts'::regclass)
        and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  const chunk = 250_000;
  for (let from = 1; from <= texts; from += chunk) {
    const past = `select n, 1 + (n::bigint * 7919) % ${users} as m,
                         now() - (${texts} - n) * interval '${(daysPast * 86_400) / texts} seconds' - interval '2 days' as at
                    from generate_series(${from}, ${Math.min(texts, from + chunk - 1)}) as n`;
    await client.query(`insert into inbound_texts (sid, sender, service_number, kind, reply, state, outcome, user_id, phone_id,
        accepted, counted, received_at, answer_by, not_before, paced_until, attempts, closed_at)
      select 'SM' || md5('text' || n), '+1312' || (2000000 + m), '${serviceNumbers[0]}', 'question', 'answer', 'done',
             'answered', md5('user' || m)::uuid, md5('phone' || m)::uuid, true, true, at, at + interval '2 minutes', at, at,
             1, at + interval '5 seconds' from (${past}) as t`);
    await client.query(`insert into outbound_texts (id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at,
        provider_sid, accepted_at, segments, encoding, delivery, delivery_rank)
      select md5('send' || n)::uuid, 'SM' || md5('text' || n), 'answer', '${serviceNumbers[0]}', '+1312' || (2000000 + m), 1,
             'accepted', at, 'SM' || md5('sent' || n), at, 2, 'gsm7', 'delivered', 7 from (${past}) as t`);
  }
  await client.query(`set maintenance_work_mem = '512MB'`);
  for (const { definition } of indexes) await client.query(definition);
  await client.query('reset session_replication_role');
}

/** Counters grow with time, and not with texts: a year of them, in both measurements. */
async function addCounters(client: pg.Client): Promise<void> {
  await client.query(`insert into counter_rollups (name, span, at, value)
    select name, 'day', date_trunc('day', now()) - d * interval '1 day', 1000
      from unnest(array['texts.received', 'questions.accepted', 'questions.answered', 'sends.segments']) as name,
           generate_series(9, 399) as d on conflict do nothing`);
}
