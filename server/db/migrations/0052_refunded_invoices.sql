-- needs: 0033
-- Which payment a refund gives back, by its invoice: the operator sees it beside the payment
-- (docs/operating.md#actions-on-a-customer). Null for events that are no refunds, and for refunds that were read before.
alter table payment_events
  add column refunded_invoice_id text check (char_length(refunded_invoice_id) <= 255);
