-- Payments that were disputed or called fraudulent end the plan, and their card buys no other one (server/billing/README.md).
alter table users add column payment_flag text check (payment_flag in ('dispute', 'fraud_warning', 'blocked_card'));

-- Stripe's fingerprint of a card: the same for the same card number, and no way back to it
-- (https://docs.stripe.com/api/charges/object#charge_object-payment_method_details-card-fingerprint).
create table blocked_cards (
  fingerprint text primary key check (fingerprint ~ '^[A-Za-z0-9]{1,64}$'),
  reason text not null check (reason in ('dispute', 'fraud_warning')),
  blocked_at timestamptz not null default now()
);
