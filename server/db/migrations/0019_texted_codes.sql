-- Codes that the page shows and the phone texts to us: the way to verify a phone when we text it no code. Bound to account
-- and phone; the newest one of an account counts.
create table texted_codes (
  user_id uuid primary key references users (id) on delete cascade,
  phone_number text not null check (phone_number ~ '^\+[1-9][0-9]{7,14}$'),
  -- Under a key that is not in the database.
  code_hash text not null check (code_hash ~ '^[A-Za-z0-9_-]{43}$'),
  -- Counted before the comparison.
  tries smallint not null default 0,
  -- When it came in rightly. It is kept until it expires, so that a webhook that is repeated gets the same answer.
  used_at timestamptz,
  expires_at timestamptz not null
);
create index texted_codes_phone on texted_codes (phone_number);
