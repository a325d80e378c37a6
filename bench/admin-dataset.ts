import type pg from 'pg';

/** Number of rows behind the admin area. */
export const dataset = { users: 100_000, texts: 1_000_000, payments: 300_000, optOuts: 50_000, days: 365 } as const;

const phone = (n: string): string => `'+1312' || (2000000 + ${n})`;
const sid = (letters: string, n: string): string => `'${letters}' || lpad(to_hex(${n}), 32, '0')`;

/** The names of the counters. */
const counted = `
  select unnest(array['texts.received', 'questions.accepted', 'questions.answered', 'questions.failed',
    'questions.suppressed', 'sends.segments', 'sends.other_segments', 'answers.gsm7', 'answers.ucs2', 'model.microdollars', 'model.unpriced',
    'demo.searches', 'demo.microdollars', 'sends.absent', 'codes.sent', 'codes.verified', 'opt_outs.text',
    'opt_outs.carrier', 'payments.paid', 'payments.paid_minor.usd', 'payments.refunded_minor.usd', 'support.emailed',
    'deliveries.delivered', 'deliveries.undelivered', 'deliveries.failed', 'deliveries.sent', 'admin.failures']) as name
  union all select 'texts.kind.' || k from unnest(array['question', 'stop', 'start', 'help', 'yes', 'small_talk',
    'tapback', 'media', 'empty', 'autoresponse', 'crisis']) as k
  union all select 'questions.answered_ms.' || n from generate_series(0, 12) as n
  union all select 'sends.accepted.' || p from unnest(array['answer', 'apology', 'keyword', 'notice', 'promo', 'code',
    'account']) as p
  union all select 'deliveries.error.' || 30003 + n from generate_series(0, 9) as n
  union all select 'sends.rejected.' || 21610 + n from generate_series(0, 5) as n
  union all select 'answers.none.' || w from unnest(array['unavailable', 'circuit_open', 'rate_limited']) as w`;

const statements = [
  // Foreign keys are valid by construction; checking them takes half of the time.
  `set session_replication_role = replica`,
  `insert into users (id, name, email, service_number, confirmed_at, created_at)
   select md5('user' || n)::uuid, 'Sam Example ' || n, 'user' || n || '@askline.example', '+12025550100', now(),
          now() - n % ${dataset.days} * interval '1 day'
     from generate_series(1, ${dataset.users}) as n`,
  `insert into phone_numbers (user_id, number, verified_at, opt_in_asked_at, opt_in_confirmed_at)
   select md5('user' || n)::uuid, ${phone('n')}, now(), now(), now() from generate_series(1, ${dataset.users}) as n`,
  `insert into subscriptions (id, user_id, plan_id, status, answers_until, current_period_end, created_at)
   select 'sub_' || n, md5('user' || n)::uuid, case when n % 3 = 0 then 'annual' else 'monthly' end,
          case when n % 20 = 0 then 'canceled' when n % 21 = 0 then 'past_due' else 'active' end,
          now() + interval '20 days', now() + interval '20 days', now() - n % ${dataset.days} * interval '1 day'
     from generate_series(1, ${dataset.users}) as n`,
  `insert into inbound_texts (sid, sender, service_number, kind, reply, state, outcome, user_id, accepted, counted,
                              received_at, answer_by, not_before, attempts, closed_at)
   select ${sid('SM', 'n')}, ${phone('m')}, '+12025550100', 'question', 'answer', 'done',
          case when n % 200 = 0 then 'apologised' else 'answered' end, md5('user' || m)::uuid, true, true, at, at + interval '2 minutes', at, 1, at + interval '5 seconds'
     from (select n, 1 + n % ${dataset.users} as m, now() - n * interval '31 seconds' as at
             from generate_series(1, ${dataset.texts}) as n) as t`,
  `insert into outbound_texts (id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at, provider_sid,
                               accepted_at, segments, encoding, delivery, delivery_rank, error_code)
   select md5('send' || n)::uuid, ${sid('SM', 'n')}, 'answer', '+12025550100', ${phone('m')}, 1, 'accepted', at,
          ${sid('SM', 'n + 1000000000')}, at, 3, 'gsm7',
          case when n % 100 = 0 then 'undelivered' else 'delivered' end, 7, case when n % 100 = 0 then 30003 end
     from (select n, 1 + n % ${dataset.users} as m, now() - n * interval '31 seconds' as at
             from generate_series(1, ${dataset.texts}) as n) as t`,
  `insert into account_months (user_id, month, microdollars)
   select md5('user' || n)::uuid, date_trunc('month', now() at time zone 'UTC')::date, n * 7919 % 2000000
     from generate_series(1, ${dataset.users}) as n`,
  `insert into payment_events (id, type, happened_at, state, user_id, status, amount_minor, currency, plan_id)
   select 'evt_' || n, 'invoice.paid', now() - n * interval '100 seconds', 'done',
          md5('user' || (1 + n % ${dataset.users}))::uuid, 'succeeded', 300, 'usd', 'monthly'
     from generate_series(1, ${dataset.payments}) as n`,
  `insert into opt_outs (phone_key, opted_out, changed_at, source)
   select ${phone('n * 7')}, n % 5 <> 0, now() - n * interval '10 minutes', 'text' from generate_series(1, ${dataset.optOuts}) as n`,
  `insert into unsubscribed_senders (phone_number, promo_sent)
   select ${phone('1000000 + n')}, n % 2 = 0 from generate_series(1, 100000) as n`,
  `insert into admin_audit (action, actor, address, outcome)
   select 'toggle', 'password', '192.0.2.1', 'done' from generate_series(1, 20000)`,
  // As after the roll-up: three hours by minute, eight days by hour, the rest by day.
  `insert into counter_rollups (name, span, at, value)
   select name, 'minute', date_trunc('minute', now()) - n * interval '1 minute', 1 + n % 7
     from (${counted}) as c, generate_series(0, 180) as n`,
  `insert into counter_rollups (name, span, at, value)
   select name, 'hour', date_trunc('hour', now()) - n * interval '1 hour', 100 + n
     from (${counted}) as c, generate_series(4, 8 * 24) as n`,
  `insert into counter_rollups (name, span, at, value)
   select name, 'day', date_trunc('day', now()) - n * interval '1 day', 2000 + n
     from (${counted}) as c, generate_series(9, 400) as n`,
  // As autovacuum would do over a year.
  'vacuum analyze',
];

/** Fills an empty database with a year of service and a million texts. Takes a minute or two. */
export async function fillDataset(client: pg.Client): Promise<void> {
  for (const statement of statements) await client.query(statement);
}
