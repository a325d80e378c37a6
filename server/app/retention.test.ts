import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';

import type { Db } from '#server/db/client.ts';
import { buildLateIndexes } from '#server/db/late-indexes.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { plannedDb } from '#server/testing/planned-db.ts';
import { test } from '#server/testing/shared-app.ts';

import { listJobs } from './jobs.ts';

const jobs = new Set(['forget-what-is-over', 'delete-old-texts']);
/** Rows of each table that stay: far more than a plan would scan if there is an index. */
const kept = 10_000;
/** More than one batch. */
const expired = 1100;
const expiredSignups = 250;

/** The hash of row `n`. */
const hash = sql`'h:' || encode(sha256(n::text::bytea), 'hex')`;
const token = sql`rpad(n::text, 43, 'A')`;
const number = sql`'+1' || 2000000000 + n`;
const sid = sql`'SM' || md5(n::text)`;
/** The time of row `n`: now, or long enough ago to have expired. */
const since = (age: string) => sql`case when n > ${kept} then now() - ${age}::interval else now() end`;
const until = sql`case when n > ${kept} then now() - interval '1 minute' else now() + interval '1 day' end`;

/** The rows of each table, as SQL over `n`, and the index that finds expired ones. */
const tables: Readonly<Record<string, { index: string; columns: string; values: RawBuilder<unknown> }>> = {
  rate_limits: {
    index: 'rate_limits_expire',
    columns: 'key, expire',
    values: sql`n::text, extract(epoch from ${until}) * 1000`,
  },
  applied_ops: { index: 'applied_ops_over', columns: 'op_id, at', values: sql`n::text, ${since('31 days')}` },
  recent_questions: {
    index: 'recent_questions_asked',
    columns: 'sid, sender, tag, is_answered, asked_at',
    values: sql`${sid}, ${number}, 1, true, ${since('2 hours')}`,
  },
  forgotten_texts: {
    index: 'forgotten_texts_forgotten',
    columns: 'text_key, forgotten_at',
    values: sql`${hash}, ${since('401 days')}`,
  },
  departed_numbers: {
    index: 'departed_numbers_departed',
    columns: 'phone_key, departed_at',
    values: sql`${hash}, ${since('401 days')}`,
  },
  mails: {
    index: 'mails_closed',
    columns: 'kind, outcome, closed_at',
    values: sql`'welcome', 'sent', ${since('31 days')}`,
  },
  support_requests: {
    index: 'support_requests_closed',
    columns: 'kind, stage, closed_at',
    values: sql`'contact', 'done', ${since('31 days')}`,
  },
  payment_events: {
    index: 'payment_events_over',
    columns: 'id, type, happened_at, received_at, state',
    values: sql`n::text, 'customer.updated', now(), ${since('61 days')}, 'done'`,
  },
  admin_audit: {
    index: 'admin_audit_at',
    columns: 'at, action, actor, outcome',
    values: sql`${since('401 days')}, 'look_up', 'password', 'done'`,
  },
  account_costs: {
    index: 'account_costs_day',
    columns: 'user_id, day, microdollars',
    values: sql`${userOf()}, ${since('402 days')}, 1`,
  },
  account_months: {
    index: 'account_months_most',
    columns: 'user_id, month, microdollars',
    values: sql`${userOf()}, ${since('402 days')}, 1`,
  },
  sessions: {
    index: 'sessions_expires, sessions_seen',
    columns: 'token_hash, user_id, expires_at, last_seen_at',
    values: sql`${token}, ${userOf()}, case n % 2 when 0 then ${until} else now() + interval '90 days' end,
                case n % 2 when 1 then ${since('15 days')} else now() end`,
  },
  phone_changes: {
    index: 'phone_changes_expires',
    columns: 'user_id, old_number, expires_at',
    values: sql`${userOf()}, ${number}, ${until}`,
  },
  verification_codes: {
    index: 'verification_codes_expires',
    columns: 'user_id, purpose, phone_number, code_hash, expires_at',
    values: sql`${userOf()}, 'confirm', ${number}, '$argon2id$', ${until}`,
  },
  texted_codes: {
    index: 'texted_codes_expires',
    columns: 'user_id, phone_number, code_hash, expires_at',
    values: sql`${userOf()}, ${number}, ${token}, ${until}`,
  },
  one_time_tokens: {
    index: 'one_time_tokens_expires',
    columns: 'token_hash, user_id, purpose, expires_at',
    values: sql`${token}, ${userOf()}, 'email', ${until} - interval '30 minutes'`,
  },
  password_resets: {
    index: 'password_resets_expires',
    columns: 'request_hash, user_id, created_at, expires_at',
    values: sql`${token}, ${userOf()}, ${since('2 hours')}, ${until}`,
  },
  phone_numbers: {
    index: 'phone_numbers_claimed',
    columns: 'user_id, number, verified_at, claimed_until',
    values: sql`${userOf(sql`case when n > ${kept} then n - ${kept} else n end`)}, ${number},
                case when n <= ${kept} then now() end, case when n > ${kept} then now() - interval '2 days' end`,
  },
  consents: {
    index: 'consents_left',
    columns: 'user_id, phone_key, subject, given, source, wording, address',
    values: sql`case when n <= ${kept} then ${userOf()} end, ${number}, 'terms', true, 'signup', 'v1', '192.0.2.1'::inet`,
  },
  inbound_texts: {
    index: 'inbound_texts_received',
    columns: 'sid, sender, service_number, kind, state, outcome, received_at, answer_by, not_before, closed_at',
    values: sql`${sid}, ${number}, '+12025550100', 'help', 'done', 'silent', ${since('401 days')}, now(), now(), now()`,
  },
  outbound_texts: {
    index: 'outbound_texts_proactive',
    columns: 'id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at, provider_sid',
    values: sql`gen_random_uuid(), null, 'code', '+12025550100', ${number}, 1, 'accepted', ${since('401 days')}, ${sid}`,
  },
  notices: {
    index: 'notices_sent',
    columns: 'phone_number, kind, sent_at',
    values: sql`${number}, 'help', ${since('31 days')}`,
  },
};

/** The account `n`. */
function userOf(n: RawBuilder<unknown> = sql`n`): RawBuilder<unknown> {
  return sql`lpad(to_hex(${n}), 32, '0')::uuid`;
}

async function fill(db: Db): Promise<void> {
  // Accounts for the rows of other tables, then sign-ups that were never confirmed.
  const people = kept + expired;
  await sql`
    insert into users (id, name, email, confirmed_at, created_at)
    select ${userOf()}, 'Sam', n || '@askline.example', case when n <= ${people} then now() end, now() - interval '4 days'
      from generate_series(1, ${people + expiredSignups}) as n`.execute(db);
  for (const [table, { columns, values }] of Object.entries(tables)) {
    await sql`
      insert into ${sql.table(table)} (${sql.raw(columns)})
      select ${values} from generate_series(1, ${people}) as n`.execute(db);
  }
  await sql`analyze`.execute(db);
}

async function countRows(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['users', ...Object.keys(tables)]) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
    counts[table] = rows[0]!.count;
  }
  return counts;
}

test('expired rows are deleted in one run, in batches, by an index of each table', async ({ app }) => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const planned = plannedDb(connection.pool);
  await buildLateIndexes(connection.db, database.url);
  await fill(connection.db);
  for (const job of listJobs({ ...app.product.deps, db: planned.db }).filter(({ name }) => jobs.has(name))) {
    await job.run({}, AbortSignal.timeout(60_000));
  }
  const stay = Object.fromEntries(Object.keys(tables).map((table) => [table, kept]));
  expect(await countRows(connection.db)).toEqual({ ...stay, users: kept + expired });

  const plans = (await planned.plans()).filter((plan) => !plan.startsWith('select'));
  const isOfPeople = new RegExp(`Seq Scan on (?:users|${Object.keys(tables).join('|')})\\b`, 'u');
  expect(plans.filter((plan) => isOfPeople.test(plan))).toEqual([]);
  const usedBy = (table: string) =>
    plans
      .filter((plan) => plan.trim().startsWith(`delete from "${table}"`))
      .map((plan) => /Index (?:Only )?Scan (?:using|on) (?<index>\w+)/u.exec(plan)?.groups?.['index']);
  const used = Object.keys(tables).map((table) => [table, [...new Set(usedBy(table))].join(', ')]);
  expect(Object.fromEntries(used)).toEqual(
    Object.fromEntries(Object.entries(tables).map(([table, { index }]) => [table, index])),
  );
});
