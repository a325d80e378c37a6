-- Proving who one is and which phone one has; leaving.

-- Until when a number that is not verified yet is kept for its account. After that, whoever proves it may have it.
alter table phone_numbers add column claimed_until timestamptz;

-- The code that was sent last for a purpose: a new one replaces it (docs/reference/security.md#t4). Bound to account,
-- purpose and number.
create table verification_codes (
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'change', 'password')),
  -- The phone that the code was texted to; null for codes that go by mail.
  phone_number text check (phone_number ~ '^\+[1-9][0-9]{7,14}$'),
  code_hash text not null check (code_hash ~ '^\$argon2id\$' and char_length(code_hash) <= 200),
  -- Counted before the comparison.
  tries smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, purpose),
  check ((purpose = 'password') = (phone_number is null))
);

-- Proof that somebody has just typed the right password. `proof` rests in a private cookie and lets an account that is
-- not confirmed yet choose its phone; `confirmation` rests in the page's session storage and is good once, in place of
-- the password, to confirm the registration (docs/reference/security.md#t3, #t7). Hashed like session tokens.
create table tickets (
  token_hash text primary key check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('proof', 'confirmation')),
  -- A code went out together with it: the page's own request for one, right after, is answered with that one.
  code_sent boolean not null default false,
  expires_at timestamptz not null,
  unique (user_id, purpose)
);

-- Accounts that are going or gone (docs/reference/security.md#t23): what the third parties know them by, and how far it
-- has got. Afterwards it is the tombstone: no name, no address, no number.
create table deletions (
  user_id uuid primary key,
  requested_at timestamptz not null default now(),
  -- When it is gone on with; while somebody works on it, when that counts as dead.
  due_at timestamptz not null default now(),
  tries smallint not null default 0,
  finished_at timestamptz,
  steps_done text[] not null default '{}',
  stripe_customer_id text check (char_length(stripe_customer_id) <= 64),
  external_identity_id text check (char_length(external_identity_id) <= 128),
  numbers text[] not null default '{}',
  -- For the goodbye.
  name text check (char_length(name) <= 120),
  email text check (char_length(email) <= 254),
  check (finished_at is null or (numbers = '{}' and name is null and email is null and external_identity_id is null))
);
create index deletions_due on deletions (due_at) where finished_at is null;
