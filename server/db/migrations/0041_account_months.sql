-- needs: 0040
-- What each account cost in each month (UTC), in microdollars: the sum of its days in account_costs, so that the most
-- expensive accounts are a range of an index.
create table account_months (
  user_id uuid not null references users (id) on delete cascade,
  -- The first day of the month.
  month date not null,
  microdollars bigint not null check (microdollars >= 0),
  primary key (user_id, month)
);
create index account_months_most on account_months (month, microdollars desc);
insert into account_months (user_id, month, microdollars)
select user_id, date_trunc('month', day)::date, sum(microdollars) from account_costs
 where day >= date_trunc('month', now() at time zone 'UTC')::date
 group by 1, 2;
