-- `tickets` is named for what it holds. Processes of the release before still write under the old name while a
-- deployment is under way: the view is simple enough that PostgreSQL passes their inserts (also `on conflict`), updates
-- and deletes on to the table. A later release drops it.
alter table tickets rename to one_time_tokens;
alter table one_time_tokens rename constraint tickets_pkey to one_time_tokens_pkey;
alter table one_time_tokens rename constraint tickets_user_id_fkey to one_time_tokens_user_id_fkey;
alter table one_time_tokens rename constraint tickets_user_id_purpose_key to one_time_tokens_user_id_purpose_key;
alter table one_time_tokens rename constraint tickets_purpose_check to one_time_tokens_purpose_check;
alter table one_time_tokens rename constraint tickets_token_hash_check to one_time_tokens_token_hash_check;
create view tickets as select * from one_time_tokens;
