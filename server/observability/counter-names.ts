/**
 * All counters. They count events and hold no content; sums are by minute, then by hour and day
 * (counters.repo.ts, fold-counters.repo.ts). `<…>` is a closed set of codes, so that names stay few.
 */
export const counterNames = {
  'texts.received': 'texts that came in, of every kind',
  'texts.kind.<kind>': 'the same by kind (texting/rules/keywords/classify.ts)',
  'texts.found_by_check': 'texts whose webhook never reached us',
  'replies.withheld.<why>': 'fixed replies over budget: of one `phone`, or of all people without a plan (`unpaid`)',
  'questions.accepted': 'questions from eligible senders: totalQueries',
  'questions.answered': 'answers that the carrier took: successfulQueries',
  'questions.answered_ms.<class>': 'the same by the time that it took (`answerTimeClassesMs`)',
  'questions.failed': 'apologies and failures: failedQueries; a late answer takes one back',
  'questions.unreachable': 'of the failed ones, those whose phone the carrier refuses: invalid, a landline',
  'questions.resent': 'answers that never left the carrier for a reason that passes, and were sent once more',
  'questions.suppressed': 'not answered, because the sender opted out or the phone changed hands meanwhile',
  'answers.none.<why>': 'questions for which there was no answer to send, by cause',
  'answers.follow_up.<how>': 'texts that refer to the one before: `recalled` with it, or answered `alone`',
  'answers.computed': 'sums, units, times, dates and sunrises that were computed here, for texts and the demo',
  'answers.weather': 'questions about the weather that the weather service answered, for texts and the demo',
  'answers.weather_failed': 'those that it did not, which the model was asked then',
  'answers.uncited': 'answers of models with a phone number, an address or hours that no source of theirs has',
  'answers.gsm7': 'answers written in the cheap alphabet',
  'answers.ucs2': 'answers that were not',
  'model.microdollars': 'what the model cost for texts',
  'model.unpriced': 'calls of the model for texts that came without a price',
  'providers.answers.<provider>': 'answers for texts and the demo, by who gave them (contract/answer-providers.ts)',
  'providers.answer_ms.<provider>': 'the milliseconds that they took, together',
  'providers.microdollars.<provider>': 'what the provider cost',
  'providers.unpriced.<provider>': 'its calls that came without a price',
  'providers.failed.<provider>': 'its calls that brought no answer, refusals included',
  'providers.overtaken.<provider>': 'its calls that were ended because the other provider answered first',
  'demo.searches': 'searches of the demo that were answered',
  'demo.microdollars': 'what the model cost for the demo',
  'demo.unpriced': 'calls of the model for the demo that came without a price',
  'sends.accepted.<purpose>': 'texts that the carrier took',
  'sends.rejected.<code>': 'texts that the carrier refused, by its code',
  'sends.absent': 'sends that provably did not go out, and were tried again',
  'sends.unresolved': 'sends of which it could not be learned in time whether they went out, never sent again',
  'sends.segments': 'segments that the carrier bills for',
  'sends.other_segments':
    'of those, the ones of texts that are neither an answer nor an apology: codes, promos, notices',
  'sends.duplicates': 'texts that got two replies: must stay 0',
  'deliveries.<status>': 'final delivery reports',
  'deliveries.error.<code>': 'what kept texts from being delivered, by the carrier’s code',
  'reports.<evidence>':
    'of those reports, what says whether the carrier blocks us: `arrived` and `blocked` (domain/delivery-causes.ts)',
  'codes.sent': 'verification codes texted',
  'codes.verified': 'verification codes answered rightly',
  'opt_outs.text': 'numbers opted out by a text; a second STOP does not count',
  'opt_outs.carrier': 'numbers of which the carrier told us that they had opted out',
  'opt_outs.operator': 'numbers opted out by hand',
  'payments.paid': 'payments that came in',
  'payments.paid_minor.<currency>': 'what they came to, in minor units',
  'payments.refunded_minor.<currency>': 'what was paid back, in minor units',
  'support.accepted.<kind>': 'support tickets and contact messages taken in',
  'support.emailed': 'of those, taken by the mail server',
  'support.unknown': 'tries that may have arrived although the mail server did not say so',
  'requests.untrusted_proxy':
    'requests in which a peer that TRUST_PROXY does not name forwarded requests of other clients',
  'security.<event>': 'events of the security log, by name',
  'alerts.<code>': 'alerts to the operator (signals/signals.ts)',
  'rows.users': 'accounts that are not being deleted, less those that left: how many there are (0032_row_counts.sql)',
  'rows.users.external': 'of those, the ones that the external identity service has',
  'rows.paying.<plan>': 'subscriptions that Stripe charges',
  'rows.priced.<plan_price>':
    'of those, the ones at a price in minor units (`monthly-300`), as far as it was read (0050_prices_paid.sql)',
  'rows.senders': 'texters without a plan',
  'rows.senders.told': 'of those, the ones to whom the promo went or was to go',
  'rows.opted_out': 'numbers that are opted out',
  'admin.failures': 'wrong passwords and tokens for the admin area',
} as const;

/** Upper ends, in ms, of the classes in which the time to an answer is counted; the last class is open. */
export const answerTimeClassesMs = [
  1000, 2000, 3000, 4000, 6000, 8000, 12_000, 20_000, 30_000, 60_000, 90_000, 120_000,
];

type Filled<Name extends string> = Name extends `${infer Head}<${string}>` ? `${Head}${string}` : Name;
/** A counter's name, with the code where it has one. */
export type CounterName = Filled<keyof typeof counterNames>;

/** A foreign code, such as `EAUTH` or `Connection reset`, as the last part of a counter's name. */
export function counterCode(code: string): string {
  const plain = code
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '_')
    .slice(0, 30);
  return plain === '' ? 'unknown' : plain;
}
