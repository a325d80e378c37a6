-- To count accounts and plans for the operator without reading them: with 100,000 of each, a few milliseconds.
create index users_live on users (external_identity_id) where deleted_at is null;
create index subscriptions_paying on subscriptions (plan_id, answers_until)
  where status in ('active', 'trialing', 'past_due');
