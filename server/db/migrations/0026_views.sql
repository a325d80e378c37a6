-- Meanings that several queries share, once.

-- Statuses under which Stripe charges and texts are answered. `isPaying` in platform/eligibility.ts is the same rule; a
-- test compares the two.
create function is_paying(status text) returns boolean language sql immutable parallel safe
  return status in ('active', 'trialing', 'past_due');

-- The subscription of each account that counts: a paying one if there is one, otherwise the one that was answered
-- longest. Written as an anti-join, so that a query for one account reads only that account's rows by index.
create view current_subscriptions as
select s.id, s.user_id, s.plan_id, s.status, s.current_period_start, s.current_period_end, s.cancel_at,
       s.cancel_at_period_end, s.canceled_at, s.ended_at, s.next_payment_attempt, s.answers_until, s.created_at,
       is_paying(s.status) as is_paying,
       is_paying(s.status) and s.answers_until > now() as is_answered
  from subscriptions s
 where not exists (
   select from subscriptions o
    where o.user_id = s.user_id
      and (is_paying(o.status), o.answers_until, o.id) > (is_paying(s.status), s.answers_until, s.id));

-- The verified phone of each account: the one verified last.
create view verified_phones as
select p.id, p.user_id, p.number, p.verified_at
  from phone_numbers p
 where p.verified_at is not null
   and not exists (
     select from phone_numbers o
      where o.user_id = p.user_id and (o.verified_at, o.id) > (p.verified_at, p.id));
