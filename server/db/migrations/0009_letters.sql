-- Letters to support: tickets and messages of the contact page, until the mail server has taken them.

-- What was written rests sealed (platform/encrypt.ts), and is emptied once both mails are out: first the one to
-- support, then the acknowledgement to whoever wrote.
create table letters (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('ticket', 'contact')),
  user_id uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  sealed bytea check (octet_length(sealed) <= 65536),
  stage text not null default 'support' check (stage in ('support', 'acknowledgement', 'done')),
  -- When it is tried next; during a try, when that try counts as dead.
  due_at timestamptz not null default now(),
  -- Of this stage.
  tries smallint not null default 0,
  -- The mail server's last word, such as EAUTH or 550.
  error_code text check (char_length(error_code) <= 40),
  closed_at timestamptz,
  check ((stage = 'done') = (sealed is null)),
  check ((stage = 'done') = (closed_at is not null))
);
create index letters_due on letters (due_at) where stage <> 'done';
create index letters_closed on letters (closed_at) where stage = 'done';
create index letters_user on letters (user_id);

-- Files of a letter, sealed; removed once support has them.
create table letter_files (
  letter_id uuid not null references letters (id) on delete cascade,
  position smallint not null check (position between 0 and 3),
  sealed bytea not null check (octet_length(sealed) <= 3670016 + 64),
  primary key (letter_id, position)
);

-- The newest texts of an account, for the operator.
create index inbound_texts_user_received on inbound_texts (user_id, received_at desc) where user_id is not null;
drop index inbound_texts_user;
-- Of no use: rows about texts stay as long as their account.
drop index outbound_texts_intent;

-- To count a refund once, of which several events tell.
create index payment_events_refund on payment_events (object_id) where type like 'refund.%';
