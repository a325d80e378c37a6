-- Processes hear of a change only when it can change what they keep: the nightly comparison with Stripe writes every
-- subscription, and rarely changes one (docs/reference/outage.md#eligibility-while-the-database-is-away).
drop trigger phone_numbers_told on phone_numbers;
create trigger phone_numbers_told after insert or delete on phone_numbers
  for each row execute function tell_eligibility();
create trigger phone_numbers_changed after update on phone_numbers
  for each row when ((old.number, old.user_id, old.verified_at, old.opt_in_asked_at, old.opt_in_confirmed_at)
    is distinct from (new.number, new.user_id, new.verified_at, new.opt_in_asked_at, new.opt_in_confirmed_at))
  execute function tell_eligibility();

drop trigger opt_outs_told on opt_outs;
create trigger opt_outs_told after insert or delete on opt_outs
  for each row execute function tell_eligibility();
create trigger opt_outs_changed after update on opt_outs
  for each row when ((old.phone_key, old.opted_out) is distinct from (new.phone_key, new.opted_out))
  execute function tell_eligibility();

drop trigger subscriptions_told on subscriptions;
create trigger subscriptions_told after insert or delete on subscriptions
  for each row execute function tell_eligibility();
create trigger subscriptions_changed after update on subscriptions
  for each row when ((old.user_id, old.status, old.answers_until) is distinct from
                     (new.user_id, new.status, new.answers_until))
  execute function tell_eligibility();
