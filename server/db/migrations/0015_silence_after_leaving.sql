-- Silence after leaving (docs/reference/security.md#t26): what recognizes texts from before the deletion of an account,
-- once nothing else of it is left. Both keys are HMACs under the installation's key; rows go after 400 days, when the
-- carrier's list has forgotten these texts too.

-- When a number's account was closed: what was sent from it until then is never answered, however late we hear of it.
create table departed_numbers (
  phone_key text primary key check (phone_key ~ '^h:[0-9a-f]{64}$'),
  departed_at timestamptz not null
);
create index departed_numbers_departed on departed_numbers (departed_at);

-- Texts that were taken in and whose rows were removed: a webhook that comes again is known by them.
create table forgotten_texts (
  text_key text primary key check (text_key ~ '^h:[0-9a-f]{64}$'),
  forgotten_at timestamptz not null default now()
);
create index forgotten_texts_forgotten on forgotten_texts (forgotten_at);
