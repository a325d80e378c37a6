-- Whether the owner of an account has proven the mailbox: by the link in the welcome email, signed in, or by a code for
-- a new password. Until then no name goes there (docs/reference/security.md#t31).
alter table users add column email_proven_at timestamptz;

-- `email` travels in the link of the welcome email and works once, for a signed-in owner.
alter table tickets drop constraint tickets_purpose_check;
alter table tickets add constraint tickets_purpose_check check (purpose in ('proof', 'confirmation', 'email'));
