import type { Secret } from '#server/platform/secret.ts';

/**
 * What the product needs of the third parties, in its own words. A client behind a port sets every time limit by hand,
 * never retries by itself, and lets no error of its vendor's library out: those carry words and keys.
 */

export type Provider = 'carrier' | 'model' | 'payments' | 'identity' | 'mail';
/**
 * `auth`: our credentials are refused. `rejected`: the request is. `rate_limited`: not processed, try later.
 * `unavailable`: failed before or without effect. `ambiguous`: it may have happened.
 */
export type ProviderErrorKind = 'auth' | 'rejected' | 'rate_limited' | 'unavailable' | 'ambiguous';

/** The only error that crosses a port. Holds codes, never words. */
export class ProviderError extends Error {
  readonly provider: Provider;
  readonly kind: ProviderErrorKind;
  /** The vendor's own code, such as Twilio's 20009 or Stripe's `resource_missing`. */
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    provider: Provider,
    kind: ProviderErrorKind,
    { code, retryAfterMs }: { code?: string | undefined; retryAfterMs?: number | undefined } = {},
  ) {
    super(`${provider} ${kind}${code === undefined ? '' : ` (${code})`}`);
    this.name = 'ProviderError';
    this.provider = provider;
    this.kind = kind;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Which texts go first when not all can go at once. `crisis` waits for nothing. `answer`: a subscriber's question.
 * `reply`: a fixed reply, or a code that a person waits for. `proactive`: what can wait.
 */
export type TextPriority = 'crisis' | 'answer' | 'reply' | 'proactive';

/** A text that is about to go out. `id` is our own: it travels in the address of the delivery report. */
export type OutgoingText = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly body: Secret;
  readonly priority: TextPriority;
  /** After this many seconds the carrier throws the text away rather than deliver it late. */
  readonly validitySeconds: number;
  /**
   * Not sent at all from this moment on, by `performance.now()`: others may by then have taken this text over. Looked at
   * again when the connection stands, right before the first byte (answer protocol 2.3, 2.4 rows 15 and 16).
   */
  readonly sendBeforeMs: number;
};

/** What is known after trying to send (answer protocol 2.5). Only `unknown` needs the reconciler. */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly sid: string; readonly segments: number | null }
  /** Refused for good; `code` is Twilio's (https://www.twilio.com/docs/api/errors). */
  | { readonly kind: 'rejected'; readonly code: number }
  /**
   * It provably did not go out, and may later: no connection in time, a limit of the carrier's, or our credentials are
   * refused. `code` is the carrier's, where it gave one.
   */
  | {
      readonly kind: 'not_sent';
      readonly retryAfterMs: number;
      readonly why: 'no_connection' | 'rate_limited' | 'auth';
      readonly code?: number;
    }
  /** `why` is for the log: a status, or Node's code for a broken connection. */
  | { readonly kind: 'unknown'; readonly why: string };

/** What a text needs of the carrier's budget before its intent is written. */
export type SendNeed = Pick<OutgoingText, 'from' | 'priority'> & { readonly segments: number };

/** The right to send one text now. Give it back (`using`) when it was sent, or will not be. */
export interface SendTurn extends Disposable {
  /** One try, at most 10 s. Never throws: what is not known is `unknown`. */
  send(text: OutgoingText): Promise<SendOutcome>;
}

/** A text as the carrier lists it. `body` is null where the carrier no longer has it. */
export type CarrierText = {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly direction: 'inbound' | 'outbound';
  /** By the carrier's clock: do not compare it with ours. */
  readonly createdAt: Date;
  /** Its age when it was listed, by the carrier's clock alone; exact to a second. */
  readonly ageMs: number;
  readonly body: Secret | null;
  readonly mediaCount: number;
  readonly status: string;
  readonly segments: number | null;
};

/**
 * Which texts to list, newest first: those that are not older than `ageMaxMs` by the carrier's clock. `isMany`: so many
 * are expected that the largest pages are read at once.
 */
export type CarrierQuery = {
  readonly from?: string;
  readonly to?: string;
  readonly ageMaxMs: number;
  readonly isMany?: boolean;
};

export interface Carrier {
  /**
   * Waits a moment for the turn of a text: calls at the same time, pauses that the carrier asked for, and segments a
   * second for each service number are one budget, shared by all calls. Take it before the intent is written.
   * @returns the turn, or in how many ms to come again
   */
  turn(need: SendNeed): Promise<SendTurn | { readonly waitMs: number }>;
  /** One text by the carrier's id; null when the carrier does not know it. @throws ProviderError */
  fetch(sid: string): Promise<CarrierText | null>;
  /** @throws ProviderError */
  list(query: CarrierQuery): Promise<CarrierText[]>;
  /** The same, page by page: what was read before a page that fails is not lost. */
  listPages(query: CarrierQuery): AsyncIterable<CarrierText[]>;
  /** Empties the carrier's copy. `too_early` (20009): not yet final, ask again later. @throws ProviderError */
  redact(sid: string): Promise<'redacted' | 'gone' | 'too_early'>;
  /** By how much the carrier's clock is ahead of this machine's, in ms; null before its first answer. */
  clockSkewMs(): number | null;
  /** Whether a webhook with these parameters at this full public address is the carrier's own (X-Twilio-Signature). */
  isSigned(webhook: { url: string; params: Record<string, string | string[]>; signature: string }): boolean;
}

/** What the model said. `isCutOff`: it ran into the token limit, so the last sentence is not whole. */
export type ModelAnswer = {
  readonly text: Secret;
  readonly isCutOff: boolean;
  readonly cost: { readonly inputTokens: number; readonly outputTokens: number; readonly microdollars: number | null };
};

export interface AnswerModel {
  /** One try; the text may be empty. @throws ProviderError, also for a run that failed with status 200 */
  ask(prompt: { readonly instructions: string; readonly input: Secret }, signal: AbortSignal): Promise<ModelAnswer>;
}

/**
 * Sends a text that no text asked for: a verification code, account news. Keeps to opt-outs, the intent on disk before
 * the send, and one open send between two numbers.
 */
export interface TextSender {
  /**
   * `sent` also when its outcome is not known yet. `busy`: an earlier text to this phone is not settled.
   * `failed`: the carrier refuses the number, or cannot be reached.
   */
  send(text: {
    readonly to: string;
    /** The service number to send from; unset for codes, which have their own where there are several. */
    readonly from?: string;
    readonly purpose: 'code' | 'account';
    readonly body: Secret;
    readonly validitySeconds: number;
  }): Promise<'sent' | 'opted_out' | 'busy' | 'failed'>;
}
