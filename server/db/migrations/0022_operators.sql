-- Operators by name (docs/reference/security.md#t35): password as an argon2id hash, the secret of the authenticator app
-- sealed.
create table operators (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9._-]{1,39}$'),
  password_hash text not null,
  totp_sealed bytea not null,
  -- The 30-second step of the last code that was accepted: no code of it or before it works again (RFC 6238, 5.2).
  totp_last_step bigint not null default 0,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);

create table operator_sessions (
  token_hash text primary key check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  operator_id uuid not null references operators (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index operator_sessions_operator on operator_sessions (operator_id);

-- The audit names the operator; `command` is `npm run operator` on the server itself.
alter table admin_audit drop constraint admin_audit_actor_check;
alter table admin_audit add constraint admin_audit_actor_check
  check (actor in ('password', 'token', 'command') or actor ~ '^operator:[a-z0-9][a-z0-9._-]{1,39}$');
