-- Every reply counts for the phone that it goes to, and those to people without a plan have an hourly budget together
-- (docs/reference/security.md#t27).
alter table inbound_texts add column unpaid boolean not null default false;
comment on column inbound_texts.unpaid is 'a reply that no one pays for: its sender may not ask';
create index inbound_texts_unpaid on inbound_texts (received_at) where unpaid and reply is not null;

-- Questions are replies too, so one index serves both counts.
create index inbound_texts_replied on inbound_texts (sender, received_at desc) where reply is not null;
drop index inbound_texts_accepted;
