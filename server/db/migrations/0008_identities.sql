-- Accounts whose password is kept by the external identity service (docs/decisions/0007-identity-in-stages.md).

-- True: the identity does not hold the account's present password, so our own hash is the one that counts; the next
-- login that is right by it brings the password over.
alter table users add column identity_password_pending boolean not null default false;
-- The next ones to be moved.
create index users_without_identity on users (created_at) where external_identity_id is null and deleted_at is null;

-- Accounts that are being moved, or were: one that signed up when the service was in use already is not here.
create table identity_moves (
  user_id uuid primary key references users (id) on delete cascade,
  -- Until when a batch works on it: others take their turn first. A batch that dies keeps nobody waiting.
  claimed_until timestamptz,
  tries smallint not null default 0,
  moved_at timestamptz,
  -- The last try came to nothing, and with which code.
  failed_at timestamptz,
  error_code text check (char_length(error_code) <= 60)
);
create index identity_moves_moved on identity_moves (moved_at) where moved_at is not null;

-- Identities that may differ from their account, and are to be brought in line: phone, name, group; an account that is
-- not there any more, or never came to be, has its identity removed. No reference to users for that reason.
create table identity_syncs (
  user_id uuid primary key,
  -- When it is tried next; during a try, when that try counts as dead.
  due_at timestamptz not null default now(),
  tries smallint not null default 0,
  -- Raised by each change: what changes during a try is not lost.
  revision integer not null default 1
);
create index identity_syncs_due on identity_syncs (due_at);

-- The groups that the service is known to have.
create table identity_groups (
  name text primary key check (char_length(name) <= 128),
  created_at timestamptz not null default now()
);
