-- needs: 0033
-- Why an operator moved money or ended a plan: one of a closed list, so that no one's words get in here.
alter table admin_audit add column reason text check (reason ~ '^[a-z_]{1,40}$');
