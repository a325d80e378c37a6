-- needs: 0033
-- Release 1.0.0 closes an email of a kind that it does not know as not due, and no one gets it. Such an email waits, for a
-- month, for a process that says it knows the kind (support/outbox/outbox.repo.ts). The kinds here are those of 1.0.0.
create function keep_unknown_mail() returns trigger language plpgsql as $$
begin
  -- The claim is taken back: not a try of the mail server. Never 0, which would tell of a server that is away.
  old.tries := greatest(old.tries - 1, 1);
  -- Not null: 1.0.0 would take the email for one that was requested again, and claim it again immediately, without end.
  return old;
end $$;
create trigger mails_unknown before update on mails for each row
  when (old.outcome is null and new.outcome = 'not_due' and old.created_at > now() - interval '30 days'
    and old.kind not in ('welcome', 'confirm_email', 'password_code', 'password_changed', 'phone_changed',
                         'code_failures', 'texts_stopped', 'subscription_started', 'payment_failed',
                         'renewal_reminder', 'plan_canceling', 'plan_ended', 'goodbye', 'operator_alert')
    and current_setting('askline.knows_mail', true) is distinct from 'true')
  execute function keep_unknown_mail();
