-- needs: 0034
-- Support answers by email, outside of the product: an operator notes at the desk that a ticket has its reply.
alter table support_requests add column replied_at timestamptz;
create index support_requests_unreplied on support_requests (created_at) where kind = 'ticket' and replied_at is null;

-- The newest opt-outs, for the operator's lists.
create index opt_outs_newest on opt_outs (changed_at desc) where opted_out;
