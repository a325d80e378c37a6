-- When the browser last proved the password: what matters most asks for it again after a while
-- (docs/reference/security.md#t35).
alter table sessions add column proven_at timestamptz not null default now();
-- What its owner recognizes it by, such as "Firefox on Windows"; nothing else of what the browser sends is kept.
alter table sessions add column device text check (char_length(device) <= 40);

-- A phone change that its owner can undo for a day by the link in the email. The old number is kept for that long only.
create table phone_change_undos (
  user_id uuid primary key references users (id) on delete cascade,
  token_hash text unique check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  old_number text not null check (old_number ~ '^\+[1-9][0-9]{7,14}$'),
  expires_at timestamptz not null default now() + interval '1 day'
);
