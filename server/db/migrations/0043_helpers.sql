-- needs: 0033
-- Accounts that were set up by someone who helps the owner of the phone (docs/decisions/0040-helpers.md). It changes the
-- words of pages and emails and which consent was given, no rule.

alter table users
  add column is_helper boolean not null default false;
