-- The outbox: mails that are to be sent. What they say is not here (docs/decisions/0008-plaintext-is-in-memory-only.md).
create table mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (char_length(kind) <= 40),
  user_id uuid references users (id) on delete cascade,
  subscription_id text check (char_length(subscription_id) <= 64),
  -- Only where there is no account left to read them from; emptied once the mail is closed.
  recipient_name text check (char_length(recipient_name) <= 120),
  recipient_address text check (char_length(recipient_address) <= 254),
  once_key text unique check (char_length(once_key) <= 120),
  created_at timestamptz not null default now(),
  -- When it is tried next; during a try, when that try counts as dead.
  due_at timestamptz not null default now(),
  tries smallint not null default 0,
  -- The mail server's last word, such as EAUTH or 550.
  error_code text check (char_length(error_code) <= 40),
  outcome text check (outcome in ('sent', 'not_due', 'refused')),
  closed_at timestamptz,
  check ((outcome is null) = (closed_at is null)),
  check (user_id is not null or recipient_address is not null or outcome is not null)
);
create index mails_due on mails (due_at) where outcome is null;
create index mails_user on mails (user_id);
create index mails_closed on mails (closed_at) where outcome is not null;
-- A second code would kill the first one while both are waiting.
create unique index mails_one_code on mails (user_id) where kind = 'password_code' and outcome is null and tries = 0;
