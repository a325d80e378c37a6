-- needs: 0033
-- What needs a person now, as each process sees it: the operator's desk shows the sum of all processes. A row is written
-- while a signal fires (server/observability/signals), so that a healthy service writes nothing here.
create table firing_signals (
  code text not null check (code ~ '^[a-z_]{1,40}$'),
  instance text not null check (char_length(instance) <= 64),
  since timestamptz not null,
  -- When the process looked last; a process that died says nothing any more.
  seen_at timestamptz not null default now(),
  primary key (code, instance)
);
