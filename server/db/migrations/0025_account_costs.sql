-- What each account cost on each day (UTC), in microdollars: its texts, its answers and the model. Computed from the rows
-- about its texts, so that nothing is counted on the way of a text.
create table account_costs (
  user_id uuid not null references users (id) on delete cascade,
  day date not null,
  microdollars bigint not null check (microdollars >= 0),
  primary key (user_id, day)
);
create index account_costs_day on account_costs (day);
