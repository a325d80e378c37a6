-- Who is signed in, and how far an account has come.

-- When its first phone was verified; until then a login leads to the verification
-- (docs/reference/specification.md#login).
alter table users add column confirmed_at timestamptz;
-- When its owner asked to delete it: from then on it is as good as gone, while the third parties are being told.
alter table users add column deleted_at timestamptz;

-- One row is one signed-in browser. The token is 256 random bits; only its SHA-256 rests here
-- (docs/reference/security.md#t6).
create table sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expires on sessions (expires_at);
