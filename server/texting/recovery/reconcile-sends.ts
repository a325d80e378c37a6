import { errorFields, type Log } from '#server/observability/log.ts';
import { crashPoint } from '#server/platform/crash-points.ts';
import { dayMs } from '#server/platform/durations.ts';
import type { Carrier, CarrierText } from '#server/providers/ports/carrier.ts';

import { logDuplicate } from '../store/log-duplicate.ts';
import type { UnknownSend } from '../store/protocol/unknown-sends.ts';
import type { TextStore } from '../store/text-store.ts';
import type { Timing } from '../timing.ts';
import { listNumber } from './list-number.ts';
import { type Listing, type Match, matchSend } from './match-send.ts';
import { showsConfirmed } from './shows-confirmed.ts';

export type ReconcileDeps = {
  readonly store: Pick<
    TextStore,
    | 'takeOver'
    | 'claimUnknownSends'
    | 'knowsAllSends'
    | 'recordedAmong'
    | 'confirmedLately'
    | 'accepted'
    | 'concludeNotCreated'
    | 'giveUpUnknownSend'
  >;
  readonly carrier: Pick<Carrier, 'list' | 'listPages'>;
  readonly log: Log;
  /**
   * `resend`: a send that provably did not happen is tried again; `give_up`: never
   * (docs/reference/decisions.md#unknown-sends).
   */
  readonly unknownSend: 'resend' | 'give_up';
  readonly timing: Timing;
  /** Called when there is a text to work on again. */
  readonly wake: () => void;
  readonly signal: AbortSignal;
};

/**
 * A list. `recorded`: those of its texts that are known sends; `isProven`: it provably reaches back beyond all sends that
 * it is read for; `askedAt`: by `performance.now()`.
 */
type Listed = {
  readonly texts: readonly CarrierText[];
  readonly recorded: ReadonlySet<string>;
  readonly isProven: boolean;
  readonly askedAt: number;
};

/** When the claim of unknown sends began and ended, by `performance.now()`, and what is asked once for all of them. */
type Claimed = {
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly showsConfirmed: () => Promise<boolean>;
};

const attemptsMax = 3;
/** How many are claimed together; the carrier's budget limits their concurrent look-ups. */
const lookupsAtOnce = 128;
/** From this many unknown sends of one service number on, its list is read once for all of them. */
const togetherMin = 12;
const marginMs = 60_000;

/**
 * Looks up unknown sends at the carrier until none is due. Sends of dead processes become unknown here too. Call
 * it regularly, from any number of processes.
 */
export async function reconcile(deps: ReconcileDeps): Promise<void> {
  await deps.store.takeOver();
  while (!deps.signal.aborted) {
    const askedAt = performance.now();
    const unknownSends = await deps.store.claimUnknownSends(lookupsAtOnce);
    if (unknownSends.length === 0) return;
    const claimed = { askedAt, answeredAt: performance.now(), showsConfirmed: once(() => showsConfirmed(deps)) };
    const byNumber = Map.groupBy(unknownSends, ({ from }) => from);
    await Promise.all(
      [...byNumber].map(async ([from, its]) => {
        const isTogether = its.length >= togetherMin && (await lookUpTogether(deps, from, its, claimed));
        if (!isTogether) await Promise.all(its.map((send) => lookUp(deps, send, claimed)));
      }),
    );
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => (running ??= work());
}

/** Looks up many sends of one service number in one list. @returns false when that list proves nothing */
async function lookUpTogether(
  deps: ReconcileDeps,
  from: string,
  unknownSends: readonly UnknownSend[],
  claimed: Claimed,
): Promise<boolean> {
  try {
    const askedAt = performance.now();
    const oldestMs = Math.max(...unknownSends.map(({ ageMs }) => ageMs)) + askedAt - claimed.askedAt;
    const list = await listNumber(deps, from, oldestMs);
    if (list === null) return false;
    const byPhone = Map.groupBy(list.texts, ({ to }) => to);
    const reachMs = list.texts.at(-1)?.ageMs ?? 0;
    const one = async (send: UnknownSend): Promise<void> => {
      // What this phone got last may be older than all that was read.
      const isProven = (send.knownAgeMs ?? 0) > reachMs - marginMs;
      await applyMatch(
        deps,
        send,
        { texts: byPhone.get(send.to) ?? [], recorded: list.recorded, isProven, askedAt },
        claimed,
      );
    };
    await Promise.all(unknownSends.map(one));
  } catch (error) {
    for (const send of unknownSends) await remainUnknown(deps, send, error);
  }
  return true;
}

async function lookUp(deps: ReconcileDeps, send: UnknownSend, claimed: Claimed): Promise<void> {
  const { from, to } = send;
  try {
    const askedAt = performance.now();
    const ageMaxMs = Math.min(dayMs, Math.max(send.ageMs, send.knownAgeMs ?? 0) + marginMs);
    const texts = await deps.carrier.list({ from, to, ageMaxMs });
    const recorded = await deps.store.recordedAmong(texts.map(({ sid }) => sid));
    await applyMatch(deps, send, { texts, recorded, isProven: false, askedAt }, claimed);
  } catch (error) {
    await remainUnknown(deps, send, error);
  }
}

async function applyMatch(
  deps: ReconcileDeps,
  send: UnknownSend,
  { texts, recorded, isProven, askedAt }: Listed,
  claimed: Claimed,
): Promise<void> {
  const { store, log, wake } = deps;
  crashPoint('rec.listed');
  const listing = {
    ...send,
    laterMs: [askedAt - claimed.answeredAt, performance.now() - claimed.askedAt],
    listed: texts,
    isProven,
    quietPeriodMs: quietPeriodMsOf(deps, send),
  } as const;
  const match = await confirmed(deps, listing, recorded, claimed);
  const { id } = send;
  switch (match.kind) {
    case 'found': {
      const { isDuplicate } = await store.accepted(send, match.sid, match.segments);
      if (isDuplicate || match.isDuplicated) logDuplicate(log, id);
      break;
    }
    case 'not_created':
      await concludeNotCreated(deps, send);
      break;
    case 'list_not_believed':
      log.error({ event: 'list_not_believed', outbound: id }, 'the carrier lists less than it has; sends stay unknown');
      return giveUpInTime(deps, send);
    case 'not_yet':
      return giveUpInTime(deps, send);
  }
  wake();
}

/**
 * What a list says, with what it takes to believe it. A listed text that no known send accounts for may have been sent by
 * another process over its journal: it is this send only if that still holds once the journals of the time are in the
 * database. That nothing is listed proves something where a list shows a text that we know of.
 */
async function confirmed(
  { store }: ReconcileDeps,
  listing: Omit<Listing, 'recorded'>,
  recorded: ReadonlySet<string>,
  claimed: Claimed,
): Promise<Match> {
  const match = matchSend({ ...listing, recorded });
  if (match.kind === 'not_created') {
    const isShown = recorded.size > 0 || (await claimed.showsConfirmed());
    return isShown ? match : { kind: 'list_not_believed' };
  }
  if (match.kind !== 'found') return match;
  if (!(await store.knowsAllSends())) return { kind: 'not_yet' };
  const recordedNow = await store.recordedAmong(listing.listed.map(({ sid }) => sid));
  return matchSend({ ...listing, recorded: recordedNow });
}

async function remainUnknown(deps: ReconcileDeps, send: UnknownSend, error: unknown): Promise<void> {
  const fields = { event: 'reconcile_failed', outbound: send.id, ...errorFields(error) };
  deps.log.warn(fields, 'could not look a send up at the carrier');
  await giveUpInTime(deps, send).catch(() => undefined); // the database is unavailable: the next look-up decides
}

/**
 * Closes a send that is still unknown after its text's time, and frees the phone: it is never sent again. A crisis reply
 * is sent again instead, because twice is better than not at all.
 */
async function giveUpInTime(deps: ReconcileDeps, send: UnknownSend): Promise<void> {
  const { store, log, wake } = deps;
  if (send.isCrisis) {
    if (send.unknownForMs < quietPeriodMsOf(deps, send)) return;
    await concludeNotCreated(deps, send);
  } else {
    if (!send.isOverdue) return;
    await store.giveUpUnknownSend(send);
    log.error({ event: 'send_unresolved', outbound: send.id }, 'it is unknown whether a text went out: not sent again');
  }
  wake();
}

async function concludeNotCreated(
  { store, log, unknownSend, timing }: ReconcileDeps,
  send: UnknownSend,
): Promise<void> {
  const { id, isCrisis } = send;
  const triesMax = isCrisis ? timing.checksMs.length : attemptsMax;
  const isGivenUp = await store.concludeNotCreated(send, unknownSend === 'resend' || isCrisis ? triesMax : 0);
  crashPoint('rec.absent');
  if (isGivenUp) log.error({ event: 'text_given_up', outbound: id }, 'a text could not be sent');
}

/** From when on absence counts as proof. A crisis reply waits for less, but longer each time. */
function quietPeriodMsOf({ timing }: ReconcileDeps, { isCrisis, attempt }: UnknownSend): number {
  return isCrisis ? (timing.checksMs[attempt - 1] ?? timing.quietPeriodMs) : timing.quietPeriodMs;
}
