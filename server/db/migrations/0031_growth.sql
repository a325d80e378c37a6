-- Settings for tables that are a queue and an archive: a share of all rows says nothing about their newest part, which is
-- all that is read on the way of a text. They lock nothing.

-- Room for a new version of a row next to the old one, so that a lease changes no index.
alter table inbound_texts set (
  fillfactor = 85, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 500000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 200000);
alter table outbound_texts set (
  fillfactor = 85, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 500000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 200000);
-- An hour of questions, emptied all the time.
alter table recent_questions set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
-- A row for each number, written again with each notice.
alter table notices set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02);
