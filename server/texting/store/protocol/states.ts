/**
 * What the rules of a text read and write, whether it lives in PostgreSQL, in the journal or in the model check. Every
 * time is in Unix milliseconds, by the clock of the store.
 */

import type { Language } from '#contract/language.ts';
import type { InboundState, OutboundState, Outcome, Purpose } from '#server/db/schema.ts';

import type { ReplyKind } from '../../rules/decide-reply.ts';

/** A text that came in. */
export type Text = {
  readonly sid: string;
  readonly sender: string;
  readonly serviceNumber: string;
  /** Null where none is due. */
  readonly reply: ReplyKind | null;
  /** Of the reply; in a model's answer, only of what we add to it. */
  readonly language: Language;
  /** A question from a sender who may be answered: it counts. */
  readonly isAccepted: boolean;
  readonly receivedAt: number;
  readonly answerBy: number;
  /** The pace of its phone: nothing goes out before. */
  readonly notBefore: number;
  readonly state: InboundState;
  readonly outcome: Outcome | null;
  /** Whether its answer has been counted. */
  readonly isCounted: boolean;
  readonly attempts: number;
  /** Grows with each lease. */
  readonly fence: number;
  readonly leaseOwner: string | null;
  /** When the owner's lease ends; without an owner, until when the text rests. */
  readonly leaseUntil: number | null;
  readonly closedAt: number | null;
  /** When the removal of the carrier's copy is due. */
  readonly redactAt: number | null;
  /** For how long after its end it may be recalled, if it is answered; 0: not at all. */
  readonly memorySeconds: number;
};

/** What is the same for every text as it comes in: no process has worked on it yet. */
export const untouched = {
  state: 'received',
  outcome: null,
  isCounted: false,
  attempts: 0,
  fence: 0,
  leaseOwner: null,
  leaseUntil: null,
  closedAt: null,
  redactAt: null,
  memorySeconds: 0,
} as const satisfies Partial<Text>;

/** A text that we send, from the intent to the outcome. */
export type Send = {
  readonly id: string;
  /** The text that it replies to; null for a proactive text. */
  readonly sid: string | null;
  readonly purpose: Purpose;
  readonly from: string;
  readonly to: string;
  readonly attempt: number;
  readonly segments: number | null;
  readonly encoding: 'gsm7' | 'ucs2' | null;
  readonly state: OutboundState;
  readonly intentAt: number;
  /** When it became unknown: no process sends it from then on. */
  readonly unknownAt: number | null;
  readonly nextCheckAt: number | null;
  readonly acceptedAt: number | null;
  readonly providerSid: string | null;
  readonly errorCode: number | null;
  readonly delivery: string | null;
  readonly deliveryRank: number;
  readonly redactAt: number | null;
  /** It went out while the database was unavailable: its times are another clock's. */
  readonly isReplayed: boolean;
};

/** A counter (observability/counter-names.ts), what is added to it, and in which minute. */
export type Count = { readonly name: string; readonly by: number; readonly at: number };

/** What a transition changes. The driver writes all of it, or nothing. */
export type Changes = {
  readonly text?: Text;
  readonly send?: Send;
  /** A send that is new. */
  readonly opened?: Send;
  /** The sender of this text has had its apology for late answers. */
  readonly apologizedLateTo?: string;
  /** The carrier says that this number had opted out at this time; a START since then is newer. */
  readonly optedOut?: { readonly phone: string; readonly at: number };
  readonly counts?: readonly Count[];
};

/** A transition: what it changes, and its result. Without changes it was refused, or had already happened. */
export type Step<Result> = { readonly result: Result; readonly changes?: Changes };

/** Whether the outcome of a send is open. */
export function isOpen({ state }: Pick<Send, 'state'>): boolean {
  return state === 'intent' || state === 'unknown';
}

const redactAfterMs = 2 * 60_000;

/** When the carrier's copy becomes due for redaction: some time after the text ends, later if it may still be recalled. */
export function redactFrom(at: number, memorySeconds = 0): number {
  return at + Math.max(redactAfterMs, 1000 * memorySeconds);
}

/** The text as it ends. */
export function closed(text: Text, outcome: Outcome, at: number): Text {
  return {
    ...text,
    state: 'done',
    outcome,
    closedAt: at,
    leaseOwner: null,
    leaseUntil: null,
    redactAt: redactFrom(at),
  };
}

/** Counts how an accepted question ended without an answer; `silent` is not counted. */
export function countEnd({ isAccepted }: Text, outcome: 'failed' | 'silent' | 'suppressed', at: number): Count[] {
  return isAccepted && outcome !== 'silent' ? [{ name: `questions.${outcome}`, by: 1, at }] : [];
}
