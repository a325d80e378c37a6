-- Alerts to the operator travel through the outbox like every other mail. What an alert says is in the code
-- (observability/alerts.ts); the row holds only which one it is.
alter table mails add column alert text check (alert ~ '^[a-z][a-z0-9_]{1,29}$');
alter table mails add constraint mails_alert check ((kind = 'operator_alert') = (alert is not null));
