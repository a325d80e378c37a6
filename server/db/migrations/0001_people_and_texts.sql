-- Who may be answered, and what became of each text. No column here can hold a question or an answer
-- (docs/reference/texting-protocol.md#tables, #plaintext-stays-in-memory): texts are ids, numbers, times and codes.
-- Telephone numbers are E.164 (ITU-T): a plus sign and 8 to 15 digits.

create table plans (
  id text primary key check (id ~ '^[a-z]{2,20}$'),
  name text not null check (char_length(name) <= 60),
  price_minor integer not null check (price_minor > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  billing_interval text not null check (billing_interval in ('month', 'year')),
  phone_limit smallint not null check (phone_limit between 1 and 20)
);
insert into plans (id, name, price_minor, currency, billing_interval, phone_limit) values
  ('monthly', 'Unlimited Monthly Plan', 300, 'usd', 'month', 1),
  ('annual', 'Unlimited Annual Plan', 3200, 'usd', 'year', 1);

-- The numbers that subscribers text to. Rows come from the setting SERVICE_PHONE_NUMBERS at start;
-- one that is taken out of the setting stays, inactive, because texts point to it.
create table service_numbers (
  number text primary key check (number ~ '^\+[1-9][0-9]{7,14}$'),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  -- The missed-text sweep (docs/reference/texting-protocol.md#missed-texts): all that the carrier lists up to here has
  -- been seen.
  swept_until timestamptz not null default now(),
  next_sweep_at timestamptz not null default now()
);

create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120),
  email text not null check (char_length(email) between 3 and 254),
  password_hash text check (char_length(password_hash) <= 300),
  external_identity_id text unique check (char_length(external_identity_id) <= 128),
  stripe_customer_id text unique check (char_length(stripe_customer_id) <= 64),
  -- Each subscriber keeps one service number, so that all answers stay in one conversation on the phone.
  service_number text references service_numbers (number),
  consent_to_messaging boolean not null default false,
  consent_to_terms boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));
create index users_service_number on users (service_number);

-- One row is one assignment of a number to one account and is never moved to another: its id is what the protocol calls
-- the owner's epoch. A text taken in under an assignment that is gone is not answered
-- (docs/reference/texting-protocol.md#order-and-hard-stops).
create table phone_numbers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  number text not null unique check (number ~ '^\+[1-9][0-9]{7,14}$'),
  verified_at timestamptz,
  -- The double opt-in: when we asked for YES, and when it came.
  opt_in_asked_at timestamptz,
  opt_in_confirmed_at timestamptz,
  created_at timestamptz not null default now()
);
create index phone_numbers_user on phone_numbers (user_id);

-- A copy of what Stripe says, written by its sync only.
create table subscriptions (
  id text primary key check (char_length(id) <= 64),
  user_id uuid not null references users (id) on delete cascade,
  plan_id text references plans (id),
  status text not null check (status in
    ('active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'paused')),
  current_period_end timestamptz,
  cancel_at timestamptz,
  cancel_at_period_end boolean not null default false,
  canceled_at timestamptz,
  ended_at timestamptz,
  -- Until when its owner is answered, as far as is known today: an end that is set, or the period's end with leeway.
  answers_until timestamptz not null,
  created_at timestamptz not null,
  synced_at timestamptz not null default now()
);
create index subscriptions_user on subscriptions (user_id);

-- Who must not be texted at all, by any service number (47 CFR 64.1200(a)(10)). Permanent; outlives the account.
-- The key is the number itself, or `h:` and its keyed hash once the account that held it has been deleted.
create table opt_outs (
  phone_key text primary key check (phone_key ~ '^(\+[1-9][0-9]{7,14}|h:[0-9a-f]{64})$'),
  opted_out boolean not null,
  changed_at timestamptz not null,
  source text not null check (source in ('text', 'carrier', 'operator', 'account'))
);

-- The proof of each consent given and withdrawn: what, when, in which wording, from where.
create table consents (
  id bigint generated always as identity primary key,
  user_id uuid references users (id) on delete set null,
  phone_key text check (phone_key ~ '^(\+[1-9][0-9]{7,14}|h:[0-9a-f]{64})$'),
  subject text not null check (subject in ('messaging', 'terms', 'renewal')),
  given boolean not null,
  source text not null check (source in ('signup', 'checkout', 'text', 'carrier', 'operator', 'account')),
  wording text not null check (char_length(wording) <= 40),
  address inet,
  at timestamptz not null default now()
);
create index consents_user on consents (user_id);
create index consents_phone on consents (phone_key);

-- A texter without a plan (docs/reference/specification.md#entities): told once, ever, how to get one.
create table unsubscribed_senders (
  id uuid primary key default gen_random_uuid(),
  phone_number text not null unique check (phone_number ~ '^\+[1-9][0-9]{7,14}$'),
  promo_sent boolean not null default false,
  created_at timestamptz not null default now()
);
create index unsubscribed_senders_created on unsubscribed_senders (created_at);

-- When a number last got a notice that is sent at most once in a while.
create table notices (
  phone_number text not null check (phone_number ~ '^\+[1-9][0-9]{7,14}$'),
  kind text not null check (char_length(kind) <= 30),
  sent_at timestamptz not null,
  primary key (phone_number, kind)
);

-- Every text that reached us, once. The row is also its place in the queue.
create table inbound_texts (
  sid text primary key check (sid ~ '^(SM|MM)[0-9a-f]{32}$'),
  sender text not null check (char_length(sender) between 1 and 20),
  service_number text not null check (service_number ~ '^\+[1-9][0-9]{7,14}$'),
  kind text not null check (char_length(kind) <= 20),
  -- What is due: 'answer' asks the model, anything else names a fixed text, null is silence.
  reply text check (char_length(reply) <= 30),
  state text not null check (state in ('received', 'sending', 'done')),
  outcome text check (outcome in ('answered', 'apologised', 'replied', 'silent', 'suppressed', 'failed')),
  user_id uuid references users (id) on delete set null,
  phone_id uuid,
  -- A question accepted from an eligible sender (docs/reference/decisions.md#counts), and whether its answer was
  -- counted.
  accepted boolean not null default false,
  counted boolean not null default false,
  received_at timestamptz not null,
  answer_by timestamptz not null,
  -- Pacing: not leased before; and where the sender's bucket stands after this text (GCRA's arrival time).
  not_before timestamptz not null,
  paced_until timestamptz,
  lease_owner uuid,
  lease_until timestamptz,
  fence integer not null default 0,
  attempts smallint not null default 0,
  closed_at timestamptz,
  redact_at timestamptz,
  redact_tries smallint not null default 0,
  check ((state = 'done') = (outcome is not null)),
  check ((state = 'done') = (closed_at is not null)),
  check (not counted or accepted)
);
create index inbound_texts_open on inbound_texts (received_at, sid) where state <> 'done';
create index inbound_texts_open_pair on inbound_texts (sender, service_number, received_at, sid) where state <> 'done';
create index inbound_texts_accepted on inbound_texts (sender, received_at desc) where accepted;
create index inbound_texts_redact on inbound_texts (redact_at) where redact_at is not null;
create index inbound_texts_user on inbound_texts (user_id) where user_id is not null;
create index inbound_texts_received on inbound_texts (received_at);

-- Every text we set out to send: first the intent, then what became of it.
create table outbound_texts (
  id uuid primary key,
  inbound_sid text references inbound_texts (sid) on delete cascade,
  purpose text not null check (purpose in ('answer', 'apology', 'keyword', 'notice', 'promo', 'code', 'account')),
  sender text not null check (sender ~ '^\+[1-9][0-9]{7,14}$'),
  recipient text not null check (char_length(recipient) between 1 and 20),
  attempt smallint not null,
  state text not null check (state in ('intent', 'accepted', 'rejected', 'unknown', 'absent')),
  intent_at timestamptz not null,
  unknown_at timestamptz,
  next_check_at timestamptz,
  checks smallint not null default 0,
  provider_sid text unique check (provider_sid ~ '^(SM|MM)[0-9a-f]{32}$'),
  accepted_at timestamptz,
  segments smallint,
  encoding text check (encoding in ('gsm7', 'ucs2')),
  delivery text check (char_length(delivery) <= 20),
  delivery_rank smallint not null default 0,
  error_code integer,
  redact_at timestamptz,
  redact_tries smallint not null default 0,
  check ((state = 'accepted') = (provider_sid is not null)),
  check ((state = 'unknown') = (next_check_at is not null))
);
-- At most one send between two numbers may be open: it keeps the order on a phone, and makes the set difference of the
-- reconciler exact (docs/reference/texting-protocol.md#tables, #reconciliation).
create unique index outbound_texts_one_open on outbound_texts (sender, recipient) where state in ('intent', 'unknown');
create index outbound_texts_inbound on outbound_texts (inbound_sid);
create index outbound_texts_pair on outbound_texts (sender, recipient, intent_at desc);
create index outbound_texts_check on outbound_texts (next_check_at) where state = 'unknown';
create index outbound_texts_redact on outbound_texts (redact_at) where redact_at is not null;

-- What the operator sees, by minute and without content. Several rows (shards) a minute, so that processes that count
-- at once do not queue for one row.
create table counters (
  name text not null check (char_length(name) <= 60),
  minute timestamptz not null,
  shard smallint not null,
  value bigint not null,
  primary key (name, minute, shard)
);
create index counters_minute on counters (minute);
