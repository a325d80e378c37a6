-- Browsers that asked for a new password. A code from the mail is tried within the request of a browser, so that wrong
-- codes of another browser use up none of its tries (docs/reference/security.md#t30). verification_codes has no codes
-- of this purpose any more.
create table password_resets (
  -- Of the token in the browser's private cookie.
  request_hash text primary key check (request_hash ~ '^[A-Za-z0-9_-]{43}$'),
  user_id uuid not null references users (id) on delete cascade,
  -- The code that was mailed last, the same for all requests of an account; null until it is made.
  code_hash text check (code_hash ~ '^\$argon2id\$' and char_length(code_hash) <= 200),
  -- Counted before the comparison.
  tries smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);
create index password_resets_expires on password_resets (expires_at);
