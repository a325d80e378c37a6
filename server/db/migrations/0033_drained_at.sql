-- needs: 0032
-- When the journal of a process was last certain to be empty. A heartbeat that was sent before an outage and written
-- after it says nothing about the journal in between, so `settled` and `beat_at` do not suffice.

alter table instance_heartbeat
  -- By the database's clock, at most: its journal was empty, and it took texts in by the database, at a later moment.
  add column drained_at timestamptz;
