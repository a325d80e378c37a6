import type { Pool } from 'pg';

import { maskNumber, type Log } from '#server/observability/log.ts';
import { inSpan } from '#server/observability/tracing/spans.ts';
import { findPlace } from '#server/places/places.ts';
import type { Ledger } from '#server/platform/ledger.ts';
import { Secret } from '#server/platform/secret.ts';
import type { Carrier } from '#server/providers/ports/carrier.ts';

import type { PlaintextCache } from '../answering/plaintext-cache.ts';
import type { TextTaker } from '../answering/text-taker.ts';
import type { RedactDropped } from '../retention/redact-dropped-copies.job.ts';
import {
  type SenderState,
  type Rules,
  decideReply,
  type ReplyDecision,
  type Understood,
} from '../rules/decide-reply.ts';
import { joinCodeOf } from '../rules/keywords/join-code.ts';
import type { QuestionTags } from '../rules/keywords/question-tag.ts';
import { type CarrierKeyword, understand } from '../rules/understand.ts';
import type { PhoneHash } from '../store/phone-hash.ts';
import type { InboundMessage, OutageStore } from '../store/text-store.ts';
import type { Timing } from '../timing.ts';
import { keepDroppedOptOut } from './opt-out.repo.ts';
import { predatesDeletion } from './predates-deletion.ts';
import { MaybeReceivedError } from './receive-together.repo.ts';
import { createReceiveTransaction, type StoredText } from './receive-transaction.ts';

export type ReceiveTextDeps = {
  readonly pool: Pool;
  readonly outageStore: OutageStore;
  readonly plaintextCache: PlaintextCache;
  readonly carrier: Pick<Carrier, 'fetch'>;
  readonly questionTags: QuestionTags;
  readonly phoneHash: PhoneHash;
  /** Keeps consents outside the database too. */
  readonly ledger: Pick<Ledger, 'note'>;
  readonly serviceNumbers: readonly string[];
  readonly optOutReplies: 'carrier' | 'app';
  readonly rules: Rules;
  readonly log: Log;
  /** Verifies the phone that texted a code from one of our pages; false for a wrong code. */
  readonly proveByText: (proof: { readonly sender: string; readonly code: Secret }) => Promise<boolean>;
  /** Whether this process works on texts in the database; it always works on the texts that it journals. */
  readonly isWorker: boolean;
  /** Who can work on a new text immediately; null: it waits in the database for a worker. */
  readonly taker: TextTaker | null;
  readonly timing: Pick<Timing, 'leaseMs'>;
  /** Called when there is a text to look for. */
  readonly wake: () => void;
  /** Called when this sender has just opted out. */
  readonly onOptOut: (sender: string) => void;
  /** Called when copies at the carrier have just become due for removal. */
  readonly onForgotten: () => void;
  readonly redactDropped: RedactDropped;
};

/** A text from the webhook, or a missed text from the carrier's list. */
export type IncomingText = {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly body: Secret;
  /** The content type of each attachment; the content is never fetched (docs/reference/security.md#t18). */
  readonly mediaTypes: readonly string[];
  /** The keyword that the carrier's Advanced Opt-Out recognized, and replied to. */
  readonly carrierKeyword: CarrierKeyword | null;
  /** When it was sent, for a missed text found later; null for one that just arrived. */
  readonly sentAt: Date | null;
};

export type ReceiveText = (text: IncomingText) => Promise<ReplyDecision | null>;

/**
 * Receives a text exactly once, however often and by whichever path it arrives. When this returns, the reply is decided
 * and on disk; the body stays in memory only.
 * @returns null for a text that was already received, or that was sent before its sender deleted the account
 */
export function createReceiveText(deps: ReceiveTextDeps): ReceiveText {
  const { questionTags, phoneHash, rules, log, wake, onOptOut } = deps;
  const receive = cachingPlaintext(deps, createReceiveTransaction(deps));
  return async function receiveText(text): Promise<ReplyDecision | null> {
    const { sid, from, to } = text;
    const body = text.body.reveal();
    const understood = understand({ ...text, body }, { ...deps, findPlace });
    const { kind, mayBeCorrection } = understood;
    // Before the commit: the carrier repeats a text that is not acknowledged, and verifying a phone twice is harmless.
    const provesPhone = await verifiesPhone(deps, understood, { from, body });
    const mayAsk = kind === 'question' || mayBeCorrection;
    const questionTag = mayAsk ? questionTags({ from, to, body }) : null;
    const hashes = { sidHash: phoneHash(sid), senderHash: phoneHash(from) };
    const message = { sid, sender: from, serviceNumber: to, questionTag, asksMore: kind === 'more', ...hashes };
    // The callback may run again, and its last call counts. The type is widened because TypeScript does not see what a
    // callback assigns.
    let refused = null as { readonly isUnsure: boolean; readonly now: Date } | null;
    const received = await receive(text, message, (senderState) => {
      const predates = predatesDeletion(understood, senderState);
      refused = predates === false ? null : { isUnsure: predates === 'unsure', now: senderState.now };
      if (refused !== null) return null;
      const decision = decideReply({ ...understood, provesPhone }, senderState, rules);
      noteConsent(deps.ledger, hashes.senderHash, decision);
      return decision;
    });
    if (refused?.isUnsure === true) {
      const sentAt = await findSentAt(deps, sid, refused.now);
      // The carrier cannot say now: the check for missed texts will find this text with its date.
      return sentAt && receiveText({ ...text, sentAt });
    }
    if (refused !== null) await drop(deps, text, kind);
    if (received === null) return null;
    const { decision, begin } = received;
    log.info(
      { event: 'text_in', sid, number: maskNumber(from), kind: decision.kind, state: decision.reply ?? 'silent' },
      'received a text',
    );
    if (decision.withheld !== null) {
      log.warn(
        { event: 'reply_withheld', sid, number: maskNumber(from), kind: decision.kind, code: decision.withheld },
        'withheld a reply that is over budget',
      );
    }
    // A missed text may be older than a START.
    if (decision.consent === 'withdrawn' && text.sentAt === null) onOptOut(from);
    if (decision.forgets) deps.onForgotten();
    if (begin !== null) begin(text.body);
    else if (decision.reply !== null) wake();
    return decision;
  };
}

/** If this fails, the carrier repeats the text, or the next check finds it again. */
async function drop(
  deps: ReceiveTextDeps,
  { sid, from, sentAt }: IncomingText,
  kind: Understood['kind'],
): Promise<void> {
  // Before the words are removed, which say that it is a STOP.
  if (kind === 'stop' && sentAt !== null) {
    await keepDroppedOptOut(deps, { number: from, hash: deps.phoneHash(from), at: sentAt });
  }
  // No row will have its copy removed.
  await deps.redactDropped([sid]);
}

/** Before it is stored: an older backup that takes the database's place must not forget a STOP. */
function noteConsent(ledger: Pick<Ledger, 'note'>, key: string, { consent, receivedAt }: ReplyDecision): void {
  if (consent !== null) ledger.note({ kind: consent === 'withdrawn' ? 'stop' : 'start', key, at: receivedAt });
}

/** When the carrier received a text, by the clock of `now`; null when it does not say. */
async function findSentAt({ carrier }: ReceiveTextDeps, sid: string, now: Date): Promise<Date | null> {
  const found = await carrier.fetch(sid).catch(() => null);
  return found && new Date(now.getTime() - found.ageMs);
}

/** Whether a text contains the right code from one of our pages. */
async function verifiesPhone(
  { proveByText }: ReceiveTextDeps,
  { kind, isFromMachine }: Understood,
  { from: sender, body }: { from: string; body: string },
): Promise<boolean> {
  const code = kind === 'join_code' && !isFromMachine ? joinCodeOf(body) : null;
  return code !== null && proveByText({ sender, code: new Secret(code) });
}

/** Caches the body of a question that this process may answer: before the commit, because it may be leased right after. */
function cachingPlaintext(
  { plaintextCache, outageStore, isWorker }: ReceiveTextDeps,
  receive: ReturnType<typeof createReceiveTransaction>,
) {
  return async function (
    { sid, body }: IncomingText,
    message: InboundMessage,
    decide: (senderState: SenderState) => ReplyDecision | null,
  ): Promise<StoredText | null> {
    // Assigned in a callback, like `refused` above.
    let isKept = false as boolean;
    const isNeeded = (): boolean => isWorker || outageStore.has(sid);
    /** Called again when a transaction with other texts failed. */
    const decideAndKeep = (senderState: SenderState): ReplyDecision | null => {
      const decision = decide(senderState);
      if (decision?.reply === 'answer') plaintextCache.keepQuestion(sid, body);
      else if (isKept) plaintextCache.drop(sid);
      isKept = decision?.reply === 'answer';
      return decision;
    };
    try {
      const received = await inSpan('text.store', () => receive({ message, decide: decideAndKeep }));
      if (isKept && !isNeeded()) plaintextCache.drop(sid);
      return received;
    } catch (error) {
      // If it was stored after all, it may be answered here before the carrier repeats the webhook.
      if (isKept && !(error instanceof MaybeReceivedError && isNeeded())) plaintextCache.drop(sid);
      throw error;
    }
  };
}
