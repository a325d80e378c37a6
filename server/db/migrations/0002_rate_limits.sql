-- The shape that rate-limiter-flexible expects: how many points a key has used up, and until when (Unix ms).
-- Keys hold no address in clear: platform/rate-limits.ts hashes them.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
