import { answerProviders } from '#contract/answer-providers.ts';

/** Every span there is, and what it covers (docs/operating.md#traces). */
export const spanNames = {
  'text.receive': 'The webhook, or the check for missed texts, receives a text: the first span of its trace.',
  'text.store': 'Its reply is decided and committed, in the database or in the journal.',
  'text.wait': 'From receiving it until a worker has leased it.',
  'text.answer': 'A worker works on it, under one lease.',
  'model.call': 'One call of an answer provider.',
  'answer.format': "The provider's words become a text.",
  'send.open': 'The intent to send is committed.',
  'send.call': 'The call that hands the reply over to the carrier.',
  'send.record': 'The outcome of that call is committed.',
  'message.sent': 'The carrier accepted a text of ours: the first span of the trace of that text.',
  'message.report': 'A delivery report is received and committed.',
  'copy.redact': "The carrier's copy of a finished text is emptied.",
} as const;

export type SpanName = keyof typeof spanNames;

/**
 * All that a span may say besides its name and its times: codes of these lists, and numbers up to these limits, which are
 * below every phone number. Nothing else is exported, whatever a caller passes (docs/reference/security.md#t21).
 */
const facts = {
  via: ['webhook', 'missed_texts'],
  reply: ['answer', 'fixed', 'silent'],
  provider: answerProviders,
  outcome: [
    'answered',
    'aborted',
    'sendable',
    'unsayable',
    'accepted',
    'rejected',
    'not_sent',
    'unknown',
    'opened',
    'busy',
    'nothing_to_send',
    'redacted',
    'gone',
    'too_early',
  ],
  failure: ['auth', 'rejected', 'rate_limited', 'deferred', 'unavailable', 'ambiguous', 'no_answer', 'other'],
  delivery: ['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'read', 'canceled'],
  code: 99_999,
  segments: 99,
  lease: 9999,
} as const;

type FactName = keyof typeof facts;

/** What a span says; a value that is not in its list is left out. */
export type SpanFacts = {
  readonly [Name in FactName]?: ((typeof facts)[Name] extends readonly (infer Code)[] ? Code : number) | undefined;
};

/** The facts that may leave the process, by the names of their attributes. */
export function attributesOf(said: Readonly<Record<string, unknown>>): Record<string, string | number> {
  const attributes: Record<string, string | number> = {};
  for (const name of Object.keys(facts) as FactName[]) {
    const value = said[name];
    const allowed: number | readonly string[] = facts[name];
    if (typeof allowed === 'number') {
      if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= allowed)
        attributes[`askline.${name}`] = value;
    } else if (typeof value === 'string' && allowed.includes(value)) attributes[`askline.${name}`] = value;
  }
  return attributes;
}

/** A status of a delivery report; undefined for one that is not known here. */
export function deliveryOf(status: string): SpanFacts['delivery'] {
  return facts.delivery.find((one) => one === status);
}

/** The kind of a ProviderError (providers/ports/provider-error.ts); `other` for any other error. */
export function failureOf(error: unknown): NonNullable<SpanFacts['failure']> {
  const { kind } = (error ?? {}) as { kind?: unknown };
  return facts.failure.find((one) => one === kind) ?? 'other';
}
