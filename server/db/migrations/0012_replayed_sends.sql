-- A send whose intent was in a journal while another to the same phone was open here: both are in doubt afterwards, so
-- it must be possible to write both down. At most one open send between two numbers that is not of this kind
-- (docs/reference/texting-protocol.md#tables); the expression keeps the index one for all of them, which is what
-- leasing looks at.
alter table outbound_texts add column replayed boolean not null default false;
drop index outbound_texts_one_open;
create unique index outbound_texts_one_open
  on outbound_texts (sender, recipient, (case when replayed then id end)) nulls not distinct
  where state in ('intent', 'unknown');
