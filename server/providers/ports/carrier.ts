import type { Secret } from '#server/platform/secret.ts';

/**
 * Which texts go first when not all can go at the same time. `crisis` waits for nothing. `answer`: a subscriber's question.
 * `reply`: a fixed reply, or a code that a person waits for. `proactive`: what can wait.
 */
export type TextPriority = 'crisis' | 'answer' | 'reply' | 'proactive';

/** The carrier's code for a recipient who opted out there (https://www.twilio.com/docs/api/errors/21610). */
export const recipientOptedOut = 21610;

/** A text that is about to go out. `id` is our own: it travels in the address of the delivery report. */
export type OutgoingText = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly body: Secret;
  readonly priority: TextPriority;
  /** After this many seconds the carrier drops the text instead of delivering it late. */
  readonly validitySeconds: number;
  /**
   * Not sent after this moment, by `performance.now()`: another process may have taken the text over by then. Checked
   * again once the connection is open, right before the first byte (docs/reference/texting-protocol.md#open-a-send).
   */
  readonly sendBeforeMs: number;
};

/**
 * What is known after an attempt to send (docs/reference/texting-protocol.md#outcomes-of-a-send). Only `unknown` needs the
 * reconciler.
 */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly sid: string; readonly segments: number | null }
  /** Refused for good; `code` is Twilio's (https://www.twilio.com/docs/api/errors). */
  | { readonly kind: 'rejected'; readonly code: number }
  /**
   * It provably was not sent and may be retried: no connection in time, a limit of the carrier, or refused credentials.
   * `code` is the carrier's, if it gave one.
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

/** The right to send one text now. Release it (`using`) when the text was sent or will not be. */
export interface SendTurn extends Disposable {
  /** One attempt, at most 10 s. Never throws: an unclear result is `unknown`. */
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
 * Which texts to list, newest first: those not older than `ageMaxMs` by the carrier's clock. `isMany`: expects this many
 * that the largest pages are read from the start.
 */
export type CarrierQuery = {
  readonly from?: string;
  readonly to?: string;
  readonly ageMaxMs: number;
  readonly isMany?: boolean;
};

export interface Carrier {
  /**
   * Waits briefly for the turn of a text. Concurrent calls, pauses requested by the carrier, and segments per second for
   * each service number are one budget, shared by all calls. Take the turn before the intent is written.
   * @returns the turn, or the milliseconds until the next attempt
   */
  turn(need: SendNeed): Promise<SendTurn | { readonly waitMs: number }>;
  /** One text by the carrier's id; null when the carrier does not know it. @throws ProviderError */
  fetch(sid: string): Promise<CarrierText | null>;
  /** @throws ProviderError */
  list(query: CarrierQuery): Promise<CarrierText[]>;
  /** The same, page by page: pages read before one that fails are kept. */
  listPages(query: CarrierQuery): AsyncIterable<CarrierText[]>;
  /** Empties the carrier's copy and deletes its media. `too_early` (20009): not yet final, retry later. @throws ProviderError */
  redact(sid: string): Promise<'redacted' | 'gone' | 'too_early'>;
  /** By how much the carrier's clock is ahead of this machine's, in ms; null before its first answer. */
  clockSkewMs(): number | null;
  /** Whether a webhook with these parameters at this full public address is the carrier's own (X-Twilio-Signature). */
  isSigned(webhook: { url: string; params: Record<string, string | string[]>; signature: string }): boolean;
}
