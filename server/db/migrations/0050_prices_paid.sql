-- needs: 0033
-- How many subscriptions Stripe charges at each price, counted like the rows of 0032_row_counts.sql: after a change of
-- price, earlier subscribers keep theirs (0047_subscription_prices.sql), so the plan's price tells no revenue. One
-- counter for each plan and price; a subscription whose price was not read yet is in none.
create function price_counter(plan_id text, price_minor integer) returns text language sql immutable parallel safe
  return 'rows.priced.' || coalesce(plan_id, 'none') || '-' || price_minor;

create function count_subscription_prices() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and is_paying(old.status) and old.price_minor is not null then
    perform append_row_counts(array[price_counter(old.plan_id, old.price_minor)], '{-1}');
  end if;
  if tg_op <> 'DELETE' and is_paying(new.status) and new.price_minor is not null then
    perform append_row_counts(array[price_counter(new.plan_id, new.price_minor)], '{1}');
  end if;
  return null;
end $$;
create trigger subscriptions_priced after insert or delete on subscriptions
  for each row execute function count_subscription_prices();
create trigger subscriptions_repriced after update on subscriptions
  for each row when ((old.plan_id, old.price_minor, is_paying(old.status))
                     is distinct from (new.plan_id, new.price_minor, is_paying(new.status)))
  execute function count_subscription_prices();
