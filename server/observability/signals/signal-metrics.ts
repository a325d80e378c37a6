import type { CounterName } from '../counter-names.ts';

type Unit = 'seconds' | 'ratio' | 'count';

/** A metric that rules compare: its unit and its meaning. */
type Metric = { readonly unit: Unit; readonly help: string };

/**
 * The metrics behind the signals. Each is a gauge for Prometheus, `askline_` and its name, and one reading for the
 * product's own watch. Those from the database are the same in every process.
 */
export const signalMetrics = {
  answer_p95_seconds: {
    unit: 'seconds',
    help: 'Within which time 95 % of the answers of the last 15 minutes were sent; 0 with fewer than 10 answers',
  },
  failed_answer_ratio: {
    unit: 'ratio',
    help: 'Share of the questions ended in the last 10 minutes that got no answer, without those whose phone the carrier refuses; 0 with fewer than 3 of them',
  },
  undelivered_ratio: {
    unit: 'ratio',
    help: 'Share of the texts to customers with a final delivery report in the last hour that were not delivered, without those whose code is about one phone, and with those to anyone whose code is about us; 0 with fewer than 5 reports (3 with 3 codes about us), or without 3 phones or codes about us',
  },
  undelivered_lately_ratio: {
    unit: 'ratio',
    help: 'The same of the last 10 minutes; that of the last hour where it is higher, or with fewer than 10 reports (3 with 3 codes about us)',
  },
  overdue_text_seconds: { unit: 'seconds', help: 'By how much the oldest open text is past its deadline' },
  unknown_send_seconds: {
    unit: 'seconds',
    help: 'Age of the oldest send of which it is not known whether it went out',
  },
  waiting_mail_seconds: { unit: 'seconds', help: 'Age of the oldest email or support request that is not sent' },
  silent_mail_seconds: {
    unit: 'seconds',
    help: 'For how long no email has gone out while one waits or an alert was given up, apart from single addresses that the server refuses',
  },
  opt_out_ratio: {
    unit: 'ratio',
    help: 'Opt-outs of the last two hours for each text sent; 0 with fewer than 5 opt-outs',
  },
  segments_per_text: {
    unit: 'count',
    help: 'Segments of a text sent in the last hour, on average; 0 with fewer than 20 texts',
  },
  ucs2_answer_ratio: {
    unit: 'ratio',
    help: 'Share of the answers of the last two hours that were sent in UCS-2; 0 with fewer than 5 in UCS-2',
  },
  daily_cost_ratio: { unit: 'ratio', help: 'What today (UTC) has cost, as a share of COST_CEILING_PER_DAY' },
  withheld_unpaid_replies: {
    unit: 'count',
    help: 'Replies of the last 10 minutes to people without a plan that were over the hourly budget',
  },
  wrong_passwords: { unit: 'count', help: 'Wrong and limited passwords of the last hour' },
  wrong_codes: { unit: 'count', help: 'Wrong and refused verification codes of the last hour' },
  admin_refusals: { unit: 'count', help: 'Wrong secrets for the admin area in the last hour' },
  refused_webhooks: { unit: 'count', help: 'Webhooks of the last hour that were refused' },
  undone_phone_changes: { unit: 'count', help: 'Phone changes that their customers undid in the last hour' },
  backup_age_seconds: {
    unit: 'seconds',
    help: 'Age of the newest backup that was made and checked; 0 where npm run backup has made none, or with BACKUP_ALERT=off',
  },
  public_address_unreached_seconds: {
    unit: 'seconds',
    help: 'Time since Askline last reached itself at PUBLIC_URL, which it tries every 5 minutes; 0 if it never has, with an address of this machine, or with PUBLIC_ADDRESS_ALERT=off',
  },
  certificate_late_seconds: {
    unit: 'seconds',
    help: 'By how much the day on which the certificate of PUBLIC_URL should have been renewed, 14 days before its end, is past',
  },
  disk_shortage: {
    unit: 'count',
    help: 'Room on the disk of DATA_DIR, of each machine: 0 enough, 1 less than 1 GB or 5 % free, 2 less than the journal of a database outage may take (FALLBACK_MEGABYTES_MAX)',
  },
  journal_share: {
    unit: 'ratio',
    help: 'How full the journal for database outages is, of each process: 1 is FALLBACK_OPERATIONS_MAX or FALLBACK_MEGABYTES_MAX',
  },
  answer_loop_stuck: {
    unit: 'count',
    help: 'Whether the loop that looks for texts has stood still for 30 seconds, of each process: 1 or 0',
  },
  database_unavailable: { unit: 'count', help: 'Whether texts go by the journal: 1 or 0' },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof signalMetrics;

/** A reading of all metrics; null for those that cannot be read now. */
export type SignalReadings = Readonly<Record<MetricName, number | null>>;

/** Metrics that are sums of counters over a time of 10 or 60 minutes. */
export const countedMetrics = {
  withheld_unpaid_replies: { minutes: 10, counters: ['replies.withheld.unpaid'] },
  wrong_passwords: {
    minutes: 60,
    counters: ['security.login_failed', 'security.login_limited', 'security.password_refused'],
  },
  wrong_codes: {
    minutes: 60,
    counters: [
      'security.code_wrong',
      'security.code_limited',
      'security.codes_paused',
      'security.codes_used_up',
      'security.signup_limited',
      'security.texted_code_wrong',
    ],
  },
  admin_refusals: { minutes: 60, counters: ['security.admin_refused'] },
  refused_webhooks: { minutes: 60, counters: ['security.webhook_refused'] },
  undone_phone_changes: { minutes: 60, counters: ['security.phone_change_undone'] },
} as const satisfies Partial<Record<MetricName, { minutes: 10 | 60; counters: readonly CounterName[] }>>;

/** The name of a metric's gauge. */
export function gaugeName(name: MetricName): string {
  return `askline_${name}`;
}
