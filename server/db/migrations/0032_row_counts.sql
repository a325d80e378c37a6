-- How many accounts, plans, senders and opt-outs there are, without reading them: each change of a row appends what it
-- adds, like every other counter (docs/decisions/0019-counters-are-appended.md). The sum of a counter over all its
-- minutes is the number of rows, at any time and in any snapshot. What was there before is counted by a job, without a
-- lock (observability/row-counts.repo.ts).

create function append_row_counts(names text[], amounts bigint[]) returns void language sql
  begin atomic
    insert into counter_deltas (minute, names, amounts)
    select date_trunc('minute', now()), append_row_counts.names, append_row_counts.amounts
     where 0 <> any (append_row_counts.amounts);
  end;

create function count_user_rows() returns trigger language plpgsql as $$
declare
  live bigint := 0;
  external bigint := 0;
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    live := live - 1;
    external := external - (old.external_identity_id is not null)::int;
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    live := live + 1;
    external := external + (new.external_identity_id is not null)::int;
  end if;
  perform append_row_counts('{rows.users,rows.users.external}', array[live, external]);
  return null;
end $$;
create trigger users_counted after insert or delete or update of deleted_at, external_identity_id on users
  for each row execute function count_user_rows();

create function count_subscription_rows() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and is_paying(old.status) then
    perform append_row_counts(array['rows.paying.' || coalesce(old.plan_id, 'none')], '{-1}');
  end if;
  if tg_op <> 'DELETE' and is_paying(new.status) then
    perform append_row_counts(array['rows.paying.' || coalesce(new.plan_id, 'none')], '{1}');
  end if;
  return null;
end $$;
create trigger subscriptions_counted after insert or delete on subscriptions
  for each row execute function count_subscription_rows();
create trigger subscriptions_recounted after update on subscriptions
  for each row when ((old.plan_id, is_paying(old.status)) is distinct from (new.plan_id, is_paying(new.status)))
  execute function count_subscription_rows();

create function count_sender_rows() returns trigger language plpgsql as $$
declare
  senders bigint := 0;
  told bigint := 0;
begin
  if tg_op <> 'INSERT' then
    senders := senders - 1;
    told := told - old.promo_sent::int;
  end if;
  if tg_op <> 'DELETE' then
    senders := senders + 1;
    told := told + new.promo_sent::int;
  end if;
  perform append_row_counts('{rows.senders,rows.senders.told}', array[senders, told]);
  return null;
end $$;
create trigger unsubscribed_senders_counted after insert or delete or update of promo_sent on unsubscribed_senders
  for each row execute function count_sender_rows();

create function count_opt_out_rows() returns trigger language plpgsql as $$
declare
  opted_out bigint := 0;
begin
  if tg_op <> 'INSERT' then opted_out := opted_out - old.opted_out::int; end if;
  if tg_op <> 'DELETE' then opted_out := opted_out + new.opted_out::int; end if;
  perform append_row_counts('{rows.opted_out}', array[opted_out]);
  return null;
end $$;
create trigger opt_outs_counted after insert or delete or update of opted_out on opt_outs
  for each row execute function count_opt_out_rows();

-- The failed ones among a million accounts that have moved.
create index identity_moves_failed on identity_moves (user_id) where failed_at is not null;
