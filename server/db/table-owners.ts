import type { Schema } from './schema.ts';

/** Which feature folder writes a table. Any feature may read it. */
export type TableOwner = {
  readonly owner: string;
  /** Other folders that write it, each with the reason. */
  readonly also?: Readonly<Record<string, string>>;
};

const sampleAccount = 'writes the sample account of a first start';
const replay = 'applies what the outage journal recorded, with the ids and times of the outage';

/** The owner of each table; `table-owners.test.ts` compares the list with the product's SQL. */
export const tableOwners: Readonly<Record<Exclude<keyof Schema, View>, TableOwner>> = {
  account_costs: { owner: 'admin' },
  account_months: { owner: 'admin' },
  admin_audit: { owner: 'admin' },
  applied_ops: { owner: 'outage' },
  blocked_cards: { owner: 'billing' },
  checkouts: { owner: 'billing' },
  consents: {
    owner: 'accounts',
    also: {
      billing: 'records consent to the renewal terms',
      texting: 'records STOP and START in the statement that changes the opt-out',
    },
  },
  counter_deltas: { owner: 'observability' },
  counter_rollups: { owner: 'observability' },
  deletions: { owner: 'accounts' },
  departed_numbers: {
    owner: 'accounts',
    also: { texting: 'notes, after a restore, which numbers left since the backup' },
  },
  features: { owner: 'admin' },
  firing_signals: { owner: 'admin' },
  forgotten_texts: { owner: 'texting' },
  free_periods: { owner: 'billing' },
  home_places: {
    owner: 'places',
    also: { texting: 'sets and removes it in the statement that receives a HOME text' },
  },
  identity_groups: { owner: 'accounts' },
  identity_moves: { owner: 'accounts' },
  identity_syncs: { owner: 'accounts' },
  inbound_texts: { owner: 'texting', also: { outage: replay } },
  instance_heartbeat: { owner: 'outage' },
  mails: {
    owner: 'support',
    also: {
      texting: 'queues the email about STOP in the statement that opts the sender out; the database wakes the job',
    },
  },
  notices: { owner: 'texting' },
  one_time_tokens: { owner: 'accounts' },
  operator_sessions: { owner: 'admin' },
  operators: { owner: 'admin' },
  opt_outs: { owner: 'texting' },
  outbound_texts: { owner: 'texting' },
  password_resets: { owner: 'accounts' },
  payment_events: { owner: 'billing' },
  phone_change_undos: { owner: 'accounts' },
  phone_changes: { owner: 'accounts' },
  phone_numbers: {
    owner: 'accounts',
    also: {
      app: sampleAccount,
      billing: 'marks a phone as asked for its YES, in the welcome',
      texting: 'records the YES, and the language of a text, in the statement that receives it',
    },
  },
  plans: { owner: 'billing' },
  rate_limits: { owner: 'platform' },
  recent_questions: { owner: 'texting' },
  renewal_reminders: { owner: 'billing' },
  service_numbers: { owner: 'texting' },
  sessions: {
    owner: 'http',
    also: { accounts: 'ends the sessions of an account in the transaction that closes it or takes its phone back' },
  },
  subscriptions: { owner: 'billing' },
  support_request_files: { owner: 'support' },
  support_requests: { owner: 'support' },
  texted_codes: { owner: 'accounts' },
  unsubscribed_senders: { owner: 'texting' },
  users: {
    owner: 'accounts',
    also: {
      app: sampleAccount,
      billing: 'sets the customer at Stripe, the service number and the payment flag; no other column',
    },
  },
  verification_codes: { owner: 'accounts' },
  watermarks: {
    owner: 'billing',
    also: { backup: 'notes when the last backup was made', admin: 'notes when the public address was reached' },
  },
};

type View = 'counter_values' | 'current_subscriptions' | 'entitlements' | 'verified_phones';
