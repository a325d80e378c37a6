-- needs: 0033
-- The provider ended it because its payment failed. The email about the end reads it here: a kind of its own would be
-- lost while a process of the release before, which does not know it, runs beside.
alter table subscriptions add column ended_unpaid boolean not null default false;
