-- A doubt that outlives its text is closed for good, and a crisis reply is not held back by another open send
-- (docs/decisions/0013-unknown-sends-have-an-end.md).
alter table outbound_texts drop constraint outbound_texts_state_check;
alter table outbound_texts add constraint outbound_texts_state_check
  check (state in ('intent', 'accepted', 'rejected', 'unknown', 'absent', 'unresolved'));
alter table outbound_texts drop constraint outbound_texts_purpose_check;
alter table outbound_texts add constraint outbound_texts_purpose_check
  check (purpose in ('answer', 'apology', 'keyword', 'notice', 'promo', 'code', 'account', 'crisis'));
drop index outbound_texts_one_open;
create unique index outbound_texts_one_open
  on outbound_texts (sender, recipient, (case when replayed or purpose = 'crisis' then id end)) nulls not distinct
  where state in ('intent', 'unknown');
