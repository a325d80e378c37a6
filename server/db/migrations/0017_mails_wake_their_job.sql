-- A mail goes out at once, whoever queued it: the job that sends mails is woken when the row is committed.
create function tell_mail_queued() returns trigger language plpgsql as $$
begin
  perform pg_notify('mail_queued', '');
  return null;
end $$;
create trigger mails_told after insert on mails for each row execute function tell_mail_queued();
