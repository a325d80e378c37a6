-- needs: 0033
-- Each phone change, which its owner can undo for a day by the link in its own email: a second change takes nothing from
-- the link of the first (docs/reference/security.md#t35). phone_change_undos had one row for an account; only the
-- release before writes it, and a later one removes it.
create table phone_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_hash text unique check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  old_number text not null check (old_number ~ '^\+[1-9][0-9]{7,14}$'),
  expires_at timestamptz not null default now() + interval '1 day'
);
create index phone_changes_user on phone_changes (user_id);
insert into phone_changes (user_id, token_hash, old_number, expires_at)
select user_id, token_hash, old_number, expires_at from phone_change_undos where expires_at > now();
delete from phone_change_undos;
