-- needs: 0033
-- The second source of answers besides a subscription: time that was given, with its own end. The mirror of Stripe
-- (`subscriptions`) never holds it, so no sync, cancellation or chargeback can take it away
-- (docs/decisions/0047-free-time.md).
create table free_periods (
  -- The operator's decision (`actionId` of the call): a repetition gives nothing more.
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Who gave it. `comp`: an operator.
  source text not null check (source in ('comp')),
  months smallint not null check (months between 1 and 12),
  answers_until timestamptz not null,
  created_at timestamptz not null default now()
);
-- Which periods of an account are in force, and the end of the last one, without the table.
create index free_periods_user on free_periods (user_id, answers_until);

-- What entitles an account to answers: the source that answers longest among those that answer now, otherwise the
-- current subscription, which does not. A free period counts while it is in force, as `active`. Read it for one account
-- (`where user_id = …`, or laterally): the condition then reaches both sources and their indexes; a plain join computes
-- the view for all accounts.
create view entitlements as
select distinct on (user_id) user_id, status, answers_until, is_answered
  from (select user_id, status, answers_until, is_answered from current_subscriptions
        union all
        select user_id, 'active', answers_until, true from free_periods where answers_until > now()) as sources
 order by user_id, is_answered desc, answers_until desc, status;

-- As in 0010_outage.sql, with free periods.
create or replace function tell_eligibility() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'phone_numbers' then
      perform pg_notify('eligibility', case tg_op when 'DELETE' then old.number else new.number end);
      if tg_op = 'UPDATE' and old.number <> new.number then
        perform pg_notify('eligibility', old.number);
      end if;
    when 'opt_outs' then
      perform pg_notify('eligibility', case tg_op when 'DELETE' then old.phone_key else new.phone_key end);
    when 'subscriptions', 'free_periods' then
      perform pg_notify('eligibility', number) from phone_numbers
        where user_id = case tg_op when 'DELETE' then old.user_id else new.user_id end;
  end case;
  return null;
end $$;

create trigger free_periods_told after insert or delete on free_periods
  for each row execute function tell_eligibility();
create trigger free_periods_changed after update on free_periods
  for each row when ((old.user_id, old.answers_until) is distinct from (new.user_id, new.answers_until))
  execute function tell_eligibility();
