-- needs: 0033
-- Whether the provider ended the plan because its payment failed. The email about the end reads it here: during a rolling
-- update, a process of the previous release would drop an email of a kind that it does not know.
alter table subscriptions add column ended_unpaid boolean not null default false;
