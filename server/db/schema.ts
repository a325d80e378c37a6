import type { Generated } from 'kysely';

import type { AdminFeature } from '#contract/admin.ts';
import type { Language } from '#contract/language.ts';

import type { DB } from './generated.ts';

/**
 * The generated types, with text columns narrowed to the values that their check constraints allow. `kysely-codegen`
 * writes `generated.ts`, and a test compares it with a migrated database.
 */
export type Schema = Omit<Tables, keyof Views> & Views;

type Tables = Narrowed<
  DB,
  {
    plans: { billing_interval: 'month' | 'year' };
    subscriptions: { status: SubscriptionStatus };
    payment_events: { state: PaymentEventState };
    opt_outs: { source: ConsentSource };
    consents: { subject: 'messaging' | 'terms' | 'renewal'; source: ConsentSource | 'signup' | 'checkout' };
    inbound_texts: { state: InboundState; outcome: Outcome | null; language: Language };
    phone_numbers: { language: Language };
    features: { name: AdminFeature };
    free_periods: { source: 'comp' };
    counter_rollups: { span: CounterSpan };
    admin_audit: { actor: 'password' | 'token' | 'command' | `operator:${string}` };
    support_requests: { kind: 'ticket' | 'contact'; stage: 'support' | 'acknowledgement' | 'done' };
    mails: { outcome: 'sent' | 'not_due' | 'refused' | null };
    outbound_texts: { purpose: Purpose; state: OutboundState; encoding: 'gsm7' | 'ucs2' | null };
  }
>;

/**
 * PostgreSQL does not say which columns of a view can be null (0026_views.sql, 0055_free_periods.sql): the same as in the tables behind it.
 */
type Views = {
  current_subscriptions: Omit<Tables['subscriptions'], 'read_number' | 'synced_at'> & {
    /** Whether Stripe may charge for it (`isPaying`, domain/eligibility.ts). */
    is_paying: boolean;
    /** Whether it entitles to answers now. */
    is_answered: boolean;
  };
  /** What entitles each account to answers: its subscription, or free time. No row for an account that never had either. */
  entitlements: Pick<Views['current_subscriptions'], 'user_id' | 'status' | 'answers_until' | 'is_answered'>;
  counter_values: Pick<Tables['counter_rollups'], 'name' | 'span' | 'at' | 'value'>;
  verified_phones: Pick<Tables['phone_numbers'], 'id' | 'user_id' | 'number'> & { verified_at: Date };
};

type Narrowed<Tables, Narrow> = {
  [T in keyof Tables]: T extends keyof Narrow
    ? Omit<Tables[T], keyof Narrow[T]> & KeepGenerated<Tables[T], Narrow[T]>
    : Tables[T];
};
type KeepGenerated<Table, Narrow> = {
  [C in keyof Narrow]: C extends keyof Table
    ? Table[C] extends Generated<string>
      ? Generated<Narrow[C]>
      : Narrow[C]
    : never;
};

/** A counter is the sum of a minute, an hour, a day (UTC) or all earlier days. */
export type CounterSpan = 'minute' | 'hour' | 'day' | 'all';

/** Stripe's values (https://docs.stripe.com/api/subscriptions/object#subscription_object-status). */
export type SubscriptionStatus =
  | 'active'
  | 'trialing'
  | 'past_due'
  | 'unpaid'
  | 'canceled'
  | 'incomplete'
  | 'incomplete_expired'
  | 'paused';

/** The state of a Stripe event; `ignored`: of no account here; `parked`: of an unknown API version. */
export type PaymentEventState = 'waiting' | 'done' | 'ignored' | 'parked' | 'failed';

/** Where a consent was given or withdrawn. `carrier`: reported by error 21610; `account`: from before a deletion. */
export type ConsentSource = 'text' | 'carrier' | 'operator' | 'account';

/** The state of a text: waiting (possibly leased), handed to the carrier, or finished. */
export type InboundState = 'received' | 'sending' | 'done';

/** How a text ended. `suppressed`: before the answer was sent, the sender opted out or the phone changed owners. */
export type Outcome = 'answered' | 'apologised' | 'replied' | 'silent' | 'suppressed' | 'failed';

/** The purpose of an outgoing text. `account`: account news, such as the welcome. */
export type Purpose = 'answer' | 'apology' | 'keyword' | 'notice' | 'promo' | 'code' | 'account' | 'crisis';

/**
 * The state of a send: about to be attempted, accepted by the carrier, rejected, unknown, or known not to have happened.
 */
export type OutboundState = 'intent' | 'accepted' | 'rejected' | 'unknown' | 'absent' | 'unresolved';
