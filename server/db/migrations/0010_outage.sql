-- What it takes to go on while the database is away, and to catch up afterwards (server/outage/README.md).

-- The processes that run or ran: one row a journal file. Each writes here once a second; a row that is late tells the
-- others that its process cannot reach the database, or is gone.
create table instance_heartbeat (
  slot text primary key check (char_length(slot) <= 60),
  instance uuid not null,
  beat_at timestamptz not null,
  -- Nothing waits in its journal, and it takes texts in by the database.
  settled boolean not null,
  -- What waits there, as figures for the admin area.
  journal jsonb not null
);

-- The operations of journals that have been carried out: what makes carrying one out again change nothing.
create table applied_ops (
  op_id text primary key check (char_length(op_id) <= 100),
  at timestamptz not null default now()
);
create index applied_ops_at on applied_ops using brin (at);

-- Each process keeps in memory who may be answered; it hears of changes by the telephone number.
create function tell_eligibility() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'phone_numbers' then
      perform pg_notify('eligibility', case tg_op when 'DELETE' then old.number else new.number end);
      if tg_op = 'UPDATE' and old.number <> new.number then
        perform pg_notify('eligibility', old.number);
      end if;
    when 'opt_outs' then
      perform pg_notify('eligibility', case tg_op when 'DELETE' then old.phone_key else new.phone_key end);
    when 'subscriptions' then
      perform pg_notify('eligibility', number) from phone_numbers
        where user_id = case tg_op when 'DELETE' then old.user_id else new.user_id end;
  end case;
  return null;
end $$;
create trigger phone_numbers_told after insert or update or delete on phone_numbers
  for each row execute function tell_eligibility();
create trigger opt_outs_told after insert or update or delete on opt_outs
  for each row execute function tell_eligibility();
create trigger subscriptions_told after insert or update or delete on subscriptions
  for each row execute function tell_eligibility();
