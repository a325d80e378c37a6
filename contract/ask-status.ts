import * as z from 'zod/mini';

import { e164 } from './phone-numbers.ts';

/**
 * Whether the account's phone can ask a question now, by the rule that decides about each text, and otherwise what its
 * owner should do first:
 * - `ready`: its questions are answered;
 * - `reply_yes`: the same, and our text that asks for a YES waits for its reply;
 * - `payment_failed`: the same while the card is retried, for certain until `nextTryAt`;
 * - `opted_out`: the phone texted STOP, or an operator opted it out; a START from it turns texts on again;
 * - `no_phone`, `unverified`: a phone has to be added, or to be verified with a code;
 * - `no_plan`, `ended`: a plan has to be chosen, for the first time or again.
 */
export const askStates = [
  'ready',
  'reply_yes',
  'payment_failed',
  'opted_out',
  'no_phone',
  'unverified',
  'no_plan',
  'ended',
] as const;
export type AskState = (typeof askStates)[number];

/** `GET /api/user/ask-status`. Times and counts only: nothing of what was asked. */
export const AskStatus = z.object({
  state: z.enum(askStates),
  /** The account's phone; null in the state `no_phone`. */
  phoneNumber: z.nullable(e164),
  /** The number to text; null while there is none. */
  serviceNumber: z.nullable(e164),
  /** For pages of the previous release: the same as `nextTryAt`, which is all that is certain. */
  answeredUntil: z.nullable(z.iso.datetime()),
  /**
   * When the card of such a phone's plan is tried again; null in other states, and while no try is set. A process of the
   * previous release, next to which pages of this one may run, does not send it.
   */
  nextTryAt: z.optional(z.nullable(z.iso.datetime())),
  /** Whether the plan of the state `ended` ended because its card could not be charged. Not sent by the previous release. */
  isEndedUnpaid: z.optional(z.boolean()),
  /**
   * Whether our latest texts to the verified phone provably did not arrive, because the carrier calls it a landline,
   * unknown or blocked, or because of us (`isRouteMissing`). Its questions are answered as its state says; no answer gets
   * through until a text arrives or the number is changed. Not sent by the previous release.
   */
  isUnreachable: z.optional(z.boolean()),
  /** Whether an unreachable phone is one that our number or our account may not text: no fault of the phone. */
  isRouteMissing: z.optional(z.boolean()),
  /** Questions accepted since the first of the month. */
  questionsThisMonth: z.number().check(z.int()),
  /** When the newest answer was sent, and how long after its question; null while there is none. */
  lastAnswer: z.nullable(z.object({ answeredAt: z.iso.datetime(), seconds: z.number().check(z.int()) })),
});
export type AskStatus = z.infer<typeof AskStatus>;
