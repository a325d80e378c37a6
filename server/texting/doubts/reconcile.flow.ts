import { crashPoint } from '#server/platform/crash-points.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import type { Carrier, CarrierText } from '#server/providers/ports.ts';

import type { TextStore } from '../text-store.ts';
import type { Timing } from '../timing.ts';
import { listNumber, oneDayMs } from './list-number.flow.ts';
import { matchSend } from './match-send.ts';
import type { Doubt } from './reconcile.repo.ts';

export type ReconcileParts = {
  readonly store: Pick<
    TextStore,
    'takeOver' | 'claimDoubts' | 'knowsAllSends' | 'boundAmong' | 'accepted' | 'concludeAbsent' | 'giveUpDoubt'
  >;
  readonly carrier: Pick<Carrier, 'list' | 'listPages'>;
  readonly log: Log;
  /** `resend`: a send that provably did not happen is tried again; `give_up`: never (decisions, UNKNOWN_SEND). */
  readonly unknownSend: 'resend' | 'give_up';
  readonly timing: Timing;
  /** There is a text to work on again. */
  readonly wake: () => void;
  readonly signal: AbortSignal;
};

/** A list, and what of it is known. `isProven`: it was seen to reach beyond all doubts that it is read for.
 * `askedAt`: by `performance.now()`. */
type Listed = {
  readonly texts: readonly CarrierText[];
  readonly bound: ReadonlySet<string>;
  readonly isProven: boolean;
  readonly askedAt: number;
};

/** When the database was asked for the doubts, and when it had told of them, by `performance.now()`. */
type Claimed = { readonly askedAt: number; readonly toldAt: number };

const attemptsMax = 3;
/** So many are looked up side by side; the carrier's budget says how many of them at the same time. */
const doubtsAtOnce = 128;
/** From so many doubts of one service number on, its list is read once for all of them. */
const togetherMin = 12;
/** Of those, so many are written down side by side. */
const lanesMax = 8;
const marginMs = 60_000;

/**
 * Step 6: looks doubtful sends up at the carrier, until none is due. Sends of dead processes become doubtful here too.
 * Call it again and again; several processes may.
 */
export async function reconcile(parts: ReconcileParts): Promise<void> {
  await parts.store.takeOver();
  while (!parts.signal.aborted) {
    const askedAt = performance.now();
    const doubts = await parts.store.claimDoubts(doubtsAtOnce);
    if (doubts.length === 0) return;
    const claimed = { askedAt, toldAt: performance.now() };
    const byNumber = Map.groupBy(doubts, ({ from }) => from);
    await Promise.all(
      [...byNumber].map(async ([from, its]) => {
        const isTogether = its.length >= togetherMin && (await settleTogether(parts, from, its, claimed));
        if (!isTogether) await Promise.all(its.map((doubt) => lookUp(parts, doubt, claimed)));
      }),
    );
  }
}

/** Many doubts of one service number, by one list of it. @returns false when that list proves nothing */
async function settleTogether(
  parts: ReconcileParts,
  from: string,
  doubts: readonly Doubt[],
  claimed: Claimed,
): Promise<boolean> {
  try {
    const askedAt = performance.now();
    const oldestMs = Math.max(...doubts.map(({ ageMs }) => ageMs)) + askedAt - claimed.askedAt;
    const list = await listNumber(parts, from, oldestMs);
    if (list === null) return false;
    const byPhone = Map.groupBy(list.texts, ({ to }) => to);
    const reachMs = list.texts.at(-1)?.ageMs ?? 0;
    const one = async (index: number): Promise<void> => {
      const doubt = doubts[index];
      if (doubt === undefined) return;
      // What this phone got last may be older than all that was read.
      const isProven = (doubt.knownAgeMs ?? 0) > reachMs - marginMs;
      await settle(parts, doubt, { texts: byPhone.get(doubt.to) ?? [], bound: list.bound, isProven, askedAt }, claimed);
    };
    const lanes = Map.groupBy(doubts.keys(), (index) => index % lanesMax);
    await Promise.all(
      [...lanes.values()].map(async (indexes) => {
        for (const index of indexes) await one(index);
      }),
    );
  } catch (error) {
    for (const doubt of doubts) await remainInDoubt(parts, doubt, error);
  }
  return true;
}

async function lookUp(parts: ReconcileParts, doubt: Doubt, claimed: Claimed): Promise<void> {
  const { from, to } = doubt;
  try {
    const askedAt = performance.now();
    const ageMaxMs = Math.min(oneDayMs, Math.max(doubt.ageMs, doubt.knownAgeMs ?? 0) + marginMs);
    const texts = await parts.carrier.list({ from, to, ageMaxMs });
    const bound = await parts.store.boundAmong(texts.map(({ sid }) => sid));
    await settle(parts, doubt, { texts, bound, isProven: false, askedAt }, claimed);
  } catch (error) {
    await remainInDoubt(parts, doubt, error);
  }
}

async function settle(
  parts: ReconcileParts,
  doubt: Doubt,
  { texts, bound, isProven, askedAt }: Listed,
  claimed: Claimed,
): Promise<void> {
  const { store, log, wake } = parts;
  crashPoint('rec.listed');
  const match = matchSend({
    ...doubt,
    laterMs: [askedAt - claimed.toldAt, performance.now() - claimed.askedAt],
    listed: texts,
    bound,
    isProven,
    isBoundComplete: store.knowsAllSends,
    settleMs: settleMsOf(parts, doubt),
  });
  const { id } = doubt;
  switch (match.kind) {
    case 'found':
      await store.accepted(id, match.sid, match.segments);
      if (match.isDuplicated)
        log.error({ event: 'duplicate_detected', outbound: id }, 'the carrier has this text twice');
      break;
    case 'absent':
      await concludeAbsent(parts, doubt);
      break;
    case 'list_not_believed':
      log.error(
        { event: 'list_not_believed', outbound: id },
        'the carrier lists less than it has; sends stay in doubt',
      );
      return giveUpInTime(parts, doubt);
    case 'not_yet':
      return giveUpInTime(parts, doubt);
  }
  wake();
}

async function remainInDoubt(parts: ReconcileParts, doubt: Doubt, error: unknown): Promise<void> {
  const fields = { event: 'reconcile_failed', outbound: doubt.id, ...errorFields(error) };
  parts.log.warn(fields, 'could not look a send up at the carrier');
  await giveUpInTime(parts, doubt).catch(() => undefined); // the database is away: the next look decides
}

/**
 * What becomes of a doubt that the list does not settle. Past its text's time it is closed and never sent again: the
 * phone is free. A crisis reply is rather sent twice than not at all.
 */
async function giveUpInTime(parts: ReconcileParts, doubt: Doubt): Promise<void> {
  const { store, log, wake } = parts;
  if (doubt.isCrisis) {
    if (doubt.settledMs < settleMsOf(parts, doubt)) return;
    await concludeAbsent(parts, doubt);
  } else {
    if (!doubt.isOverdue) return;
    await store.giveUpDoubt(doubt.id);
    log.error(
      { event: 'doubt_unresolved', outbound: doubt.id },
      'nobody knows whether a text went out: not sent again',
    );
  }
  wake();
}

async function concludeAbsent({ store, log, unknownSend, timing }: ReconcileParts, doubt: Doubt): Promise<void> {
  const { id, isCrisis } = doubt;
  const triesMax = isCrisis ? timing.checksMs.length : attemptsMax;
  const isGivenUp = await store.concludeAbsent(id, unknownSend === 'resend' || isCrisis ? triesMax : 0);
  crashPoint('rec.absent');
  if (isGivenUp) log.error({ event: 'text_given_up', outbound: id }, 'a text could not be sent');
}

/** From when on absence proves something. A crisis reply waits for no proof, but each time for longer. */
function settleMsOf({ timing }: ReconcileParts, { isCrisis, attempt }: Doubt): number {
  return isCrisis ? (timing.checksMs[attempt - 1] ?? timing.settleMs) : timing.settleMs;
}
