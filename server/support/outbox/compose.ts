import { formatPrice } from '#contract/format-price.ts';
import { planDay } from '#contract/plan-day.ts';
import type { Db } from '#server/db/client.ts';
import { isPaying } from '#server/domain/eligibility.ts';
import { mailName } from '#server/domain/mail-name.ts';
import type { Mailbox } from '#server/domain/mailbox.ts';
import { phoneRemovedKey, planResumedKey } from '#server/domain/ports/mail-queue.ts';
import type { Secret } from '#server/platform/secret.ts';

import { operatorAlert, signalNamed } from './alert-email.ts';
import type { MailContent } from './layout.ts';
import { type MailFacts, readMailFacts, readRefund } from './mail-facts.repo.ts';
import type { ClaimedMail } from './outbox.repo.ts';
import * as planTemplates from './plan-templates.ts';
import { emailChanged, freeTime, paymentRefunded, phoneReleased } from './support-templates.ts';
import * as templates from './templates.ts';

export type ComposeDeps = {
  readonly db: Db;
  /** The base URL of links in emails. */
  readonly publicUrl: string;
  /** Creates the code that a `password_code` contains; null when the account has another email by now. */
  readonly newPasswordCode: (to: Mailbox) => Promise<Secret | null>;
  /** Creates the token of the link that proves a mailbox; null when the account has another email by now. */
  readonly newEmailToken: (to: Mailbox) => Promise<Secret | null>;
  /** Creates the token of the link that undoes the phone change of this email; null when there is none to undo. */
  readonly newUndoToken: (mailId: string) => Promise<Secret | null>;
};

export type ComposedMail = {
  readonly to: { readonly name: string; readonly address: string };
  readonly content: MailContent;
};

/**
 * Composes an email at the time it is sent, so that a delayed one is up to date.
 * @returns null when it no longer applies (paid, canceled, opted in again, account deleted)
 */
export async function composeMail(deps: ComposeDeps, mail: ClaimedMail): Promise<ComposedMail | null> {
  const siteUrl = deps.publicUrl;
  if (mail.kind === 'goodbye') {
    if (!mail.recipient) return null;
    const name = mailName(mail.recipient.name);
    return { to: { name: name ?? '', address: mail.recipient.address }, content: templates.goodbye({ name }) };
  }
  if (mail.kind === 'operator_alert') {
    const { alert, recipient, userId } = mail;
    const signal = alert === null ? null : signalNamed(alert);
    return recipient && signal && { to: recipient, content: operatorAlert({ ...signal, userId, siteUrl }) };
  }
  if (mail.kind === 'email_changed') {
    if (!mail.recipient) return null;
    const name = mailName(mail.recipient.name);
    return { to: { name: name ?? '', address: mail.recipient.address }, content: emailChanged({ name }) };
  }
  if (mail.userId === null) return null;
  const facts = await readMailFacts(deps.db, mail.userId, mail.subscriptionId);
  if (!facts) return null;
  const content = await contentOf(deps, { ...mail, kind: mail.kind, userId: mail.userId }, facts);
  return content && { to: { name: nameOf(facts) ?? '', address: facts.email }, content };
}

type AccountMail = ClaimedMail & {
  readonly kind: Exclude<ClaimedMail['kind'], 'goodbye' | 'email_changed' | 'operator_alert'>;
  readonly userId: string;
};

async function contentOf(deps: ComposeDeps, mail: AccountMail, facts: MailFacts): Promise<MailContent | null> {
  const person = { name: nameOf(facts), isHelper: facts.isHelper, siteUrl: deps.publicUrl };
  const to = { userId: mail.userId, email: facts.email };
  const plan = planOf(facts);
  const pays = facts.status !== null && isPaying(facts.status);
  const renewing = pays && plan?.end === null ? plan : null;
  switch (mail.kind) {
    case 'welcome': {
      if (facts.isEmailProven) return templates.welcome(person, null);
      const token = await deps.newEmailToken(to);
      return token && templates.welcome(person, token);
    }
    case 'confirm_email': {
      const token = facts.isEmailProven ? null : await deps.newEmailToken(to);
      return token && templates.confirmEmail(person, token);
    }
    case 'password_code': {
      const code = await deps.newPasswordCode(to);
      return code && templates.passwordCode(person, code.reveal(), facts.email);
    }
    case 'password_changed':
      // Not once a phone is verified again.
      return templates.passwordChanged(person, isAbout(mail, phoneRemovedKey) && facts.phone === null);
    case 'phone_changed':
      return templates.phoneChanged(person, facts.phone?.slice(-2) ?? null, await deps.newUndoToken(mail.id));
    case 'phone_released':
      return phoneReleased(person, renewing);
    case 'code_failures':
      return templates.codeFailures(person);
    case 'texts_stopped':
      return renewing && facts.isOptedOut ? planTemplates.textsStopped(person, renewing) : null;
    case 'subscription_started':
      return plan && pays ? planTemplates.subscriptionStarted(person, plan, facts) : null;
    case 'payment_failed':
      return plan && facts.status === 'past_due' ? planTemplates.paymentFailed(person, plan, facts) : null;
    case 'payment_refunded': {
      const refund = await readRefund(deps.db, mail.id);
      if (refund === null) return null;
      const amount = formatPrice(refund.amountMinor / 100, refund.currency);
      return paymentRefunded(person, amount, renewing);
    }
    case 'renewal_reminder':
      if (renewing === null) return null;
      return isAbout(mail, planResumedKey)
        ? planTemplates.planResumed(person, renewing)
        : planTemplates.renewalReminder(person, renewing);
    case 'plan_canceling':
      return plan && pays && plan.end !== null
        ? planTemplates.planCanceling(person, plan, { ...facts, freeUntil: freeAfterPlan(facts) })
        : null;
    case 'plan_ended':
      // Not for an account that has bought another plan by now.
      return plan && facts.status === 'canceled' && !facts.hasOtherPlan
        ? planTemplates.planEnded(person, plan, { ...facts, freeUntil: dayOf(facts.freeUntil) })
        : null;
    case 'free_time': {
      const until = dayOf(facts.freeUntil);
      // With a plan that renews by now, a card is charged after all.
      if (until === null || (renewing !== null && renewing.owed === null)) return null;
      return freeTime(person, { ...facts, until, plan: pays ? plan : null });
    }
  }
}

/** Whether an email was queued with a key of this kind. */
const isAbout = ({ onceKey }: AccountMail, key: (id: string) => string): boolean =>
  onceKey?.startsWith(key('')) === true;

/** "November 21, 2026"; null for a day that is not known. */
const dayOf = (at: Date | null): string | null => at && planDay(at.toISOString());

/** Null also for a day that has passed. */
function dayAhead(at: Date | null, now: Date): string | null {
  return at !== null && at.getTime() > now.getTime() ? dayOf(at) : null;
}

/** The last day of free time that lasts longer than the canceled plan; null for none. */
function freeAfterPlan({ freeUntil, endsAt }: MailFacts): string | null {
  return freeUntil !== null && endsAt !== null && freeUntil > endsAt ? dayOf(freeUntil) : null;
}

function nameOf({ name, isEmailProven }: MailFacts): string | null {
  return isEmailProven ? mailName(name) : null;
}

function planOf(facts: MailFacts): planTemplates.Plan | null {
  const { planName, priceMinor, currency, interval, status, renewsAt, nextTryAt, isCanceling, endsAt } = facts;
  if (planName === null || priceMinor === null || currency === null || interval === null) return null;
  const now = new Date();
  // The period of a past-due plan has begun unpaid: what is charged next is that period, not the one after it.
  const isOwed = status === 'past_due';
  return {
    planName,
    price: formatPrice(priceMinor / 100, currency),
    interval,
    renewsOn: isOwed ? null : dayAhead(renewsAt, now),
    owed: isOwed ? { nextTryOn: dayAhead(nextTryAt, now) } : null,
    end: isCanceling === true ? { on: dayOf(endsAt) } : null,
  };
}
