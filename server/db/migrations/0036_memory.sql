-- needs: 0033
-- For how long an answered question may be recalled for a follow-up (docs/decisions/0039-ten-minutes-of-memory.md). Only
-- the carrier has its words, and is asked to remove them after that.

alter table inbound_texts
  -- Counted from the text's end; 0: not at all.
  add column memory_seconds smallint not null default 0 check (memory_seconds between 0 and 3600);

alter table users
  -- Whether the owner of the account wants that.
  add column has_memory boolean not null default true;
