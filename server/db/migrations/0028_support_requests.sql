-- `letters` and `letter_files` are named for what they hold: tickets and contact messages until support has them.
-- Processes of the release before still write under the old names while a deployment is under way: the views are simple
-- enough that PostgreSQL passes inserts, updates, deletes and row locks on to the tables. A later release drops them.
alter table letters rename to support_requests;
alter table support_requests rename constraint letters_pkey to support_requests_pkey;
alter table support_requests rename constraint letters_user_id_fkey to support_requests_user_id_fkey;
alter index letters_due rename to support_requests_due;
alter index letters_closed rename to support_requests_closed;
alter index letters_user rename to support_requests_user;
create view letters as select * from support_requests;

alter table letter_files rename to support_request_files;
alter table support_request_files rename column letter_id to request_id;
alter table support_request_files rename constraint letter_files_pkey to support_request_files_pkey;
alter table support_request_files rename constraint letter_files_letter_id_fkey to support_request_files_request_id_fkey;
create view letter_files as select request_id as letter_id, position, sealed from support_request_files;
