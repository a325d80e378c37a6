-- needs: 0033
-- The invoice whose payment a refund gives back, so that the operator sees the refund next to the payment
-- (docs/operating.md#actions-on-a-customer). Null for events that are not refunds, and for refunds read before this column.
alter table payment_events
  add column refunded_invoice_id text check (char_length(refunded_invoice_id) <= 255);
