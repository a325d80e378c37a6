/**
 * What is needed to find an unknown send at the carrier, and when it is looked for. PostgreSQL claims many in one statement
 * that skips what another process is claiming (store/unknown-sends.repo.ts); store/statements.test.ts compares it
 * with these functions.
 */

import { dayMs } from '#server/platform/durations.ts';

import { isOpen, type Send, type Text } from './states.ts';

/** A send whose outcome is not known, with what is needed to find it at the carrier. Ages are in ms, by one clock. */
export type UnknownSend = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly attempt: number;
  /** How long ago the intent was written. */
  readonly ageMs: number;
  /** How long ago the last process that may have sent it gave it up. */
  readonly unknownForMs: number;
  /** The time of its text is over: what cannot be learned now is not worth waiting for. */
  readonly isOverdue: boolean;
  readonly isCrisis: boolean;
  /** The newest send of this pair within a day that the carrier confirmed and that began before this one. */
  readonly knownSid: string | null;
  readonly knownAgeMs: number | null;
  /** Other sends of this pair, begun after the known one, that the list may show and that are not known to be there. */
  readonly rivalAgesMs: readonly number[];
};

export type CheckTimes = {
  readonly checksMs: readonly number[];
  readonly checkAgainMs: number;
  readonly quietPeriodMs: number;
};

/** Proactive texts have no deadline; wait for their outcome as long as for an answer. */
export const usefulMs = 120_000;

/** When to look again after `checks` looks: on the schedule, from when it became unknown; after its end, steadily. */
export function nextCheckAt(
  { unknownAt }: Pick<Send, 'unknownAt'>,
  checks: number,
  { checksMs, checkAgainMs }: CheckTimes,
  now: number,
): number {
  const next = checksMs[checks];
  return next === undefined || unknownAt === null ? now + checkAgainMs : unknownAt + next;
}

/** Whether its text's time is over, and it has been unknown for long enough that absence would have been proven. */
export function isOverdue(
  send: Send,
  text: Pick<Text, 'answerBy'> | null,
  quietPeriodMs: number,
  now: number,
): boolean {
  return now > Math.max(text?.answerBy ?? send.intentAt + usefulMs, (send.unknownAt ?? now) + quietPeriodMs);
}

/** A text of ours that the carrier has, with the age of its intent in ms. */
export type ConfirmedText = {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly ageMs: number;
};

/** @param others all sends that the store knows of; those of the same pair matter */
export function describeUnknown(
  { send, text }: { readonly send: Send; readonly text: Pick<Text, 'answerBy'> | null },
  others: Iterable<Send>,
  quietPeriodMs: number,
  now: number,
): UnknownSend {
  const pair = [...others].filter(({ id, from, to }) => id !== send.id && from === send.from && to === send.to);
  const known = pair
    .filter((one) => isKnownBefore(one, send, now))
    .toSorted((a, b) => b.intentAt - a.intentAt)
    .at(0);
  const since = known?.intentAt ?? now - dayMs;
  return {
    id: send.id,
    from: send.from,
    to: send.to,
    attempt: send.attempt,
    ageMs: now - send.intentAt,
    unknownForMs: now - (send.unknownAt ?? now),
    isOverdue: isOverdue(send, text, quietPeriodMs, now),
    isCrisis: send.purpose === 'crisis',
    knownSid: known?.providerSid ?? null,
    knownAgeMs: known === undefined ? null : now - known.intentAt,
    rivalAgesMs: pair.filter((one) => isRival(one, since)).map(({ intentAt }) => now - intentAt),
  };
}

/** The last texts that the carrier confirmed, to at most three phones; those of the quiet period may not be listed yet. */
export function confirmedLately(sends: Iterable<Send>, quietPeriodMs: number, now: number): ConfirmedText[] {
  const last = new Map<string, ConfirmedText>();
  for (const { state, providerSid: sid, isReplayed, intentAt, from, to } of sends) {
    const ageMs = now - intentAt;
    const isSettled = state === 'accepted' && !isReplayed && ageMs >= quietPeriodMs && ageMs < dayMs;
    if (sid !== null && isSettled && ageMs < (last.get(to)?.ageMs ?? dayMs)) last.set(to, { sid, from, to, ageMs });
  }
  return [...last.values()].toSorted((a, b) => a.ageMs - b.ageMs).slice(0, 3);
}

/** Confirmed before the other began, so it stands below it in the carrier's list; a journal's times are another clock's. */
function isKnownBefore(one: Send, { intentAt }: Send, now: number): boolean {
  const { state, acceptedAt, isReplayed } = one;
  const isBefore = acceptedAt !== null && acceptedAt < intentAt;
  return state === 'accepted' && isBefore && !isReplayed && one.intentAt > now - dayMs;
}

/**
 * Whether a listed text may be this send instead: its outcome is open, or it was concluded absent after it was unknown and
 * may have been created after all.
 */
function isRival(one: Send, since: number): boolean {
  if (one.purpose === 'crisis' || one.intentAt <= since) return false;
  return isOpen(one) || one.state === 'unresolved' || (one.state === 'absent' && one.unknownAt !== null);
}
