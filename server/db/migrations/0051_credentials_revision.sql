-- needs: 0033
-- Raised when a new password ends all access to an account (docs/reference/security.md#t6): what was begun with the
-- password before, such as a login, gives no access any more.
alter table users add column credentials_revision integer not null default 0;
