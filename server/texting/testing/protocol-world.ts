import type * as leases from '../store/protocol/leases.ts';
import type * as opening from '../store/protocol/open-send.ts';
import type * as outcomes from '../store/protocol/outcomes.ts';
import { type Send, type Text, untouched } from '../store/protocol/states.ts';

/** The functions that are explored: the product's, or a mutant of them. */
export type Protocol = Pick<typeof leases, 'mayLease' | 'lease'> &
  Pick<typeof opening, 'openSend'> &
  Pick<
    typeof outcomes,
    'accepted' | 'rejected' | 'notSent' | 'unknown' | 'takeOver' | 'concludeNotCreated' | 'giveUpUnknownSend'
  >;

/** Each weakens what surrounds the functions in one place; each must be caught. */
export type Variant =
  | 'as_designed'
  | 'no_callbacks'
  | 'late_creation'
  | 'no_missed_text_check'
  | 'acknowledged_before_commit'
  | 'new_attempt_after_timeout'
  | 'absent_without_settling'
  | 'no_post_guard'
  | 'unknown_sends_without_end'
  | 'crisis_taken_for_answer';

/** `leased` asks the model, `answer` has it in memory, `intent` has it on disk, `wait` has posted, `got` has the response. */
type Step = 'idle' | 'leased' | 'answer' | 'intent' | 'wait' | 'got';
/** `fence`: of its lease. `send`: the place of its send among all. `isStale`: more than three seconds after its intent. */
export type Worker = { readonly at: Step; readonly fence: number; readonly send: number; readonly isStale: boolean };
/** What of a send is under way between us and the carrier. */
export type Wire = {
  readonly request: boolean;
  readonly response: boolean;
  readonly created: boolean;
  readonly listed: boolean;
  readonly callback: boolean;
  /** The response or the delivery report has told us of it. */
  readonly told: boolean;
};

export type State = {
  readonly text: Text | null;
  readonly sends: readonly Send[];
  readonly wires: readonly Wire[];
  /** The counters `questions.answered`, `questions.failed` and `sends.accepted.answer`. */
  readonly answered: number;
  readonly failed: number;
  readonly accepted: number;
  /** The carrier's list can be had; where not, an unknown send can only end by a delivery report or by giving up. */
  readonly listWorks: boolean;
  /** A crisis reply to the same phone, which other sends do not hold back, stands in the list and is not known yet. */
  readonly crisisListed: boolean;
  readonly webhooks: number;
  readonly crashes: number;
  /** How often the carrier may still say that it did not take a request. */
  readonly refusals: number;
  readonly workers: readonly [Worker, Worker];
};

export type Budget = {
  readonly webhooks: number;
  readonly attempts: number;
  readonly crashes: number;
  readonly refusals: number;
};

/** What is explored, and how far. */
export type World = { readonly protocol: Protocol; readonly variant: Variant; readonly budget: Budget };

export const idle: Worker = { at: 'idle', fence: 0, send: -1, isStale: false };
export const workers = [0, 1] as const;
export const owners = ['one', 'other'] as const;
/** Time stands still: what is past is before it, what is to come after. */
export const [past, now, future] = [-1, 0, 1];
export const quiet: Wire = {
  request: false,
  response: false,
  created: false,
  listed: false,
  callback: false,
  told: false,
};

export const received: Text = {
  sid: 'text',
  sender: 'phone',
  serviceNumber: 'number',
  reply: 'answer',
  language: 'en',
  isAccepted: true,
  receivedAt: past,
  answerBy: future,
  notBefore: past,
  ...untouched,
};

export function start({ webhooks, crashes, refusals }: Budget): State {
  return {
    text: null,
    sends: [],
    wires: [],
    answered: 0,
    failed: 0,
    accepted: 0,
    listWorks: true,
    crisisListed: false,
    webhooks,
    crashes,
    refusals,
    workers: [idle, idle],
  };
}
