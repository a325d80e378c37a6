-- What a transaction counts: one row, appended, so that no transaction waits for the row of another. A job folds the
-- rows into counter_rollups; the view reads both, so that every figure is exact at any time
-- (docs/decisions/0019-counters-are-appended.md).
create table counter_deltas (
  minute timestamptz not null,
  names text[] not null
    check (array_to_string(names, ',') ~ '^[a-z0-9_.-]{1,60}(,[a-z0-9_.-]{1,60})*$'),
  amounts bigint[] not null,
  check (cardinality(names) = cardinality(amounts))
);
-- Emptied every few seconds: vacuumed by the number of dead rows instead of a share, and never shortened, which would
-- need a lock that stops all writers. Rows have no key; logical replication then needs the whole row.
alter table counter_deltas replica identity full;
alter table counter_deltas set (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0,
  autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 100000, vacuum_truncate = off);

alter table counter_rollups drop constraint counter_rollups_span_check;
alter table counter_rollups add constraint counter_rollups_span_check check (span in ('minute', 'hour', 'day', 'all'));

-- Processes of the release before still count in `counters` while a deployment is under way; its rows are rolled up like
-- the others. A later release drops the table.
create view counter_values as
select name, span, at, value from counter_rollups
union all
select d.name, 'minute', minute, d.amount from counter_deltas, unnest(names, amounts) as d (name, amount)
union all
select name, 'minute', minute, value from counters;
