-- What the operator sees and does, and letters to support.

-- Counters of hours and days that are over (observability/counter-names.ts has the names), and under 'all' what is older
-- than 400 days: sums over everything are never lost.
create table counter_rollups (
  name text not null check (char_length(name) <= 60),
  span text not null check (span in ('hour', 'day', 'all')),
  -- Start of the hour or the day, UTC; for 'all' the epoch.
  at timestamptz not null,
  value bigint not null,
  primary key (name, span, at)
);
create index counter_rollups_at on counter_rollups (span, at);

-- The admin's toggles. A row exists once one was switched; until then it is on.
create table features (
  name text primary key check (name in ('logging', 'performance', 'dbFallback')),
  enabled boolean not null,
  changed_at timestamptz not null default now()
);

-- Who did what in the admin area. `subject` is an id, a masked number or the name of a feature.
create table admin_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  action text not null check (char_length(action) <= 40),
  actor text not null check (actor in ('password', 'token')),
  address inet,
  subject text check (char_length(subject) <= 80),
  outcome text not null check (char_length(outcome) <= 40)
);
create index admin_audit_at on admin_audit (at);

-- For the job that removes rows about old texts; they come in order, so a small index will do.
create index outbound_texts_intent on outbound_texts using brin (intent_at);
