-- What billing keeps beside the copy of the subscriptions.

-- Which read of Stripe wrote a row: numbers are drawn before reading, so that of two reads that overtake one another the
-- one that began later stands (server/billing/README.md).
create sequence subscription_reads;
alter table subscriptions
  add column read_number bigint not null default 0,
  add column current_period_start timestamptz,
  -- When the card is tried again for what is owed; null when nothing is, or it was given up.
  add column next_payment_attempt timestamptz;

-- A visit to Stripe's payment page: at most one is open for an account, so that nobody can pay twice. Its id is the
-- idempotency key under which the page was asked for.
create table checkouts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  plan_id text not null references plans (id),
  session_id text unique check (char_length(session_id) <= 255),
  opened_at timestamptz not null default now(),
  closed_at timestamptz
);
create unique index checkouts_one_open on checkouts (user_id) where closed_at is null;

-- Every event of Stripe's that reached us, once; the row is also its place in the queue. It holds no name or address:
-- the operator's list takes those from the account, and so forgets them with it.
create table payment_events (
  id text primary key check (char_length(id) <= 255),
  type text not null check (char_length(type) <= 100),
  happened_at timestamptz not null,
  received_at timestamptz not null default now(),
  customer_id text check (char_length(customer_id) <= 255),
  object_id text check (char_length(object_id) <= 255),
  -- `parked`: made under an API version that we do not know; an operator has to look.
  state text not null check (state in ('waiting', 'done', 'ignored', 'parked', 'failed')),
  tries smallint not null default 0,
  next_try_at timestamptz,
  user_id uuid references users (id) on delete set null,
  -- What it says for the operator's list, read from Stripe; null for events that are no payments.
  status text check (char_length(status) <= 40),
  amount_minor integer,
  currency text check (currency ~ '^[a-z]{3}$'),
  subscription_id text check (char_length(subscription_id) <= 255),
  plan_id text references plans (id),
  check ((state = 'waiting') = (next_try_at is not null))
);
create index payment_events_due on payment_events (next_try_at) where state = 'waiting';
create index payment_events_list on payment_events (happened_at desc) where status is not null;
create index payment_events_user on payment_events (user_id) where user_id is not null;

-- Up to where something that is read in order has been read.
create table watermarks (
  name text primary key check (char_length(name) <= 40),
  reached timestamptz not null
);

-- The reminder before a renewal, once for each (California Business and Professions Code 17602).
create table renewal_reminders (
  subscription_id text not null references subscriptions (id) on delete cascade,
  renews_at timestamptz not null,
  queued_at timestamptz not null default now(),
  primary key (subscription_id, renews_at)
);
