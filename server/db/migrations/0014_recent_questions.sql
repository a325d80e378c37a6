-- Questions of the last minutes, so that one asked again and again is not answered again and again
-- (docs/reference/security.md#t13). The tag is 32 bits of an HMAC under a key that exists only in the memory of the
-- process that wrote it, for a day at most: equal questions of one phone have equal tags, and nothing else can be
-- learned from it (docs/decisions/0011-repeated-questions.md).
create table recent_questions (
  sid text primary key check (sid ~ '^(SM|MM)[0-9a-f]{32}$'),
  sender text not null check (char_length(sender) between 1 and 20),
  tag integer not null,
  -- False for the repetition at which the phone was told that this question is not answered for a while.
  is_answered boolean not null,
  asked_at timestamptz not null
);
create index recent_questions_sender on recent_questions (sender, asked_at);
create index recent_questions_asked on recent_questions (asked_at);
