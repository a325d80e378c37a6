import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import type { SubscriptionStatus } from '#server/db/schema.ts';
import { alerts } from '#server/platform/alerts.ts';
import { mailName } from '#server/platform/mail-name.ts';
import type { Secret } from '#server/platform/secret.ts';

import type { MailWords } from './layout.ts';
import type { ClaimedMail } from './outbox.repo.ts';
import * as templates from './templates.ts';

export type ComposeParts = {
  readonly db: Db;
  /** Links in mails begin with it. */
  readonly publicUrl: string;
  /** Makes the code that a `password_code` carries; null when the account has no use for one. */
  readonly newPasswordCode: (userId: string) => Promise<Secret | null>;
  /** Makes the token of the link that proves a mailbox. */
  readonly newEmailToken: (userId: string) => Promise<Secret>;
  /** Makes the token of the link that undoes the last phone change; null when there is none to undo. */
  readonly newUndoToken: (userId: string) => Promise<Secret | null>;
};

export type ComposedMail = {
  readonly to: { readonly name: string; readonly address: string };
  readonly words: MailWords;
};

type Facts = {
  readonly name: string;
  readonly email: string;
  readonly isEmailProven: boolean;
  readonly phone: string | null;
  readonly serviceNumber: string | null;
  readonly planName: string | null;
  readonly priceMinor: number | null;
  readonly currency: string | null;
  readonly interval: 'month' | 'year' | null;
  readonly status: SubscriptionStatus | null;
  readonly renewsAt: Date | null;
  readonly isCanceling: boolean | null;
  /** When a canceled plan ends. */
  readonly endsAt: Date | null;
  readonly hasOtherPlan: boolean;
  readonly isOptedOut: boolean;
};

/**
 * Reads what a mail says at the moment when it goes out: a mail that waited for its server does not tell of yesterday.
 * @returns null when it is not true any more (paid, canceled, opted in again, account gone)
 */
export async function composeMail(parts: ComposeParts, mail: ClaimedMail): Promise<ComposedMail | null> {
  const siteUrl = parts.publicUrl;
  if (mail.kind === 'goodbye') {
    if (!mail.recipient) return null;
    const name = mailName(mail.recipient.name);
    return { to: { name: name ?? '', address: mail.recipient.address }, words: templates.goodbye({ name, siteUrl }) };
  }
  if (mail.kind === 'operator_alert') {
    const { alert, recipient, userId } = mail;
    return (
      recipient && alert && { to: recipient, words: templates.operatorAlert({ ...alerts[alert], userId, siteUrl }) }
    );
  }
  if (mail.userId === null) return null;
  const facts = await readFacts(parts.db, mail.userId, mail.subscriptionId);
  if (!facts) return null;
  const words = await wordsOf(parts, { ...mail, kind: mail.kind, userId: mail.userId }, facts);
  return words && { to: { name: nameOf(facts) ?? '', address: facts.email }, words };
}

type AccountMail = ClaimedMail & {
  readonly kind: Exclude<ClaimedMail['kind'], 'goodbye' | 'operator_alert'>;
  readonly userId: string;
};

async function wordsOf(parts: ComposeParts, mail: AccountMail, facts: Facts): Promise<MailWords | null> {
  const person = { name: nameOf(facts), siteUrl: parts.publicUrl };
  const plan = planOf(facts);
  const isPaying = facts.status === 'active' || facts.status === 'trialing' || facts.status === 'past_due';
  switch (mail.kind) {
    case 'welcome':
      return templates.welcome(person, await emailToken(parts, mail.userId, facts));
    case 'confirm_email': {
      const token = await emailToken(parts, mail.userId, facts);
      return token && templates.confirmEmail(person, token);
    }
    case 'password_code': {
      const code = await parts.newPasswordCode(mail.userId);
      return code && templates.passwordCode(person, code.reveal());
    }
    case 'password_changed':
      return templates.passwordChanged(person);
    case 'phone_changed':
      return templates.phoneChanged(person, facts.phone?.slice(-2) ?? null, await parts.newUndoToken(mail.userId));
    case 'code_failures':
      return templates.codeFailures(person);
    case 'texts_stopped':
      return plan && isPaying && facts.isOptedOut && facts.isCanceling !== true
        ? templates.textsStopped(person, plan)
        : null;
    case 'subscription_started':
      return plan && isPaying ? templates.subscriptionStarted(person, plan, facts.serviceNumber) : null;
    case 'payment_failed':
      return plan && facts.status === 'past_due' ? templates.paymentFailed(person, plan) : null;
    case 'renewal_reminder':
      return plan && isPaying && facts.isCanceling !== true ? templates.renewalReminder(person, plan) : null;
    case 'plan_canceling':
      return plan && isPaying && facts.isCanceling === true
        ? templates.planCanceling(person, plan, facts.endsAt && formatDay(facts.endsAt))
        : null;
    case 'plan_ended':
      // Not to a person who has bought another plan by now.
      return plan && facts.status === 'canceled' && !facts.hasOtherPlan ? templates.planEnded(person, plan) : null;
  }
}

/** A new token for the link that proves the mailbox; null where it is proven. */
async function emailToken(parts: ComposeParts, userId: string, { isEmailProven }: Facts): Promise<Secret | null> {
  return isEmailProven ? null : parts.newEmailToken(userId);
}

function nameOf({ name, isEmailProven }: Facts): string | null {
  return isEmailProven ? mailName(name) : null;
}

function planOf(facts: Facts): templates.Plan | null {
  const { planName, priceMinor, currency, interval, renewsAt } = facts;
  if (planName === null || priceMinor === null || currency === null || interval === null) return null;
  return { planName, price: formatPrice(priceMinor, currency), interval, renewsOn: renewsAt && formatDay(renewsAt) };
}

function formatPrice(minor: number, currency: string): string {
  const digits = minor % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, minimumFractionDigits: digits }).format(
    minor / 100,
  );
}

/** The day as it is on the east coast: a mail has no time zone of its reader. */
function formatDay(at: Date): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }).format(at);
}

/** The account and the subscription in question: the one named, else the one that runs. */
async function readFacts(db: Db, userId: string, subscriptionId: string | null): Promise<Facts | null> {
  const { rows } = await sql<Facts>`
    select u.name, u.email, u.email_proven_at is not null as "isEmailProven", u.service_number as "serviceNumber", n.number as phone, p.name as "planName", p.price_minor as "priceMinor", p.currency,
           p.billing_interval as interval, s.status, s.current_period_end as "renewsAt",
           s.cancel_at is not null or s.cancel_at_period_end as "isCanceling",
           coalesce(s.cancel_at, s.current_period_end) as "endsAt",
           exists (select 1 from subscriptions o where o.user_id = u.id and o.id <> s.id
                      and o.status in ('active', 'trialing', 'past_due')) as "hasOtherPlan",
           coalesce((select opted_out from opt_outs where phone_key = n.number), false) as "isOptedOut"
      from users u
      left join lateral (
        select number from phone_numbers where user_id = u.id and verified_at is not null
         order by verified_at desc limit 1) n on true
      left join lateral (
        select * from subscriptions where user_id = u.id and (${subscriptionId}::text is null or id = ${subscriptionId})
         order by status in ('active', 'trialing', 'past_due') desc, answers_until desc limit 1) s on true
      left join plans p on p.id = s.plan_id
     where u.id = ${userId} and u.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}
