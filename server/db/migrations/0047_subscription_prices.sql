-- needs: 0033
-- What a subscription costs at Stripe, in minor units: after a change of price, earlier subscribers keep theirs. Null
-- until the subscription is read again (the nightly reconcile reads all); the plan's price counts until then.
alter table subscriptions add column price_minor integer, add column currency text;

-- As in 0026_views.sql, with the price.
create or replace view current_subscriptions as
select s.id, s.user_id, s.plan_id, s.status, s.current_period_start, s.current_period_end, s.cancel_at,
       s.cancel_at_period_end, s.canceled_at, s.ended_at, s.next_payment_attempt, s.answers_until, s.created_at,
       is_paying(s.status) as is_paying,
       is_paying(s.status) and s.answers_until > now() as is_answered,
       s.price_minor, s.currency
  from subscriptions s
 where not exists (
   select from subscriptions o
    where o.user_id = s.user_id
      and (is_paying(o.status), o.answers_until, o.id) > (is_paying(s.status), s.answers_until, s.id));
