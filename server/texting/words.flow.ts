import type { AnswerLoop } from './answer-loop.ts';
import type { StandIn, TextStore } from './text-store.ts';
import type { TextsInHand } from './texts-in-hand.ts';
import type { Timing } from './timing.ts';

export type WordsParts = {
  readonly inHand: TextsInHand;
  readonly textStore: Pick<TextStore, 'openAmong'>;
  readonly standIn: Pick<StandIn, 'has' | 'isAway'> & { readonly store: Pick<TextStore, 'openAmong'> };
  /** The loops of this process. */
  readonly loops: readonly Pick<AnswerLoop, 'stopWorkOn'>[];
  readonly timing: Pick<Timing, 'heartbeatMs'>;
};

const textsAtOnce = 1000;

/**
 * Drops the words of texts that ended elsewhere: another process took them, a delivery report settled them, or their
 * sender opted out there. What ends in this process drops its words itself.
 */
export async function dropNeedlessWords(parts: WordsParts): Promise<void> {
  const { inHand, textStore, standIn, loops, timing } = parts;
  inHand.dropOld();
  const sids = inHand.unlookedFor(timing.heartbeatMs, textsAtOnce);
  const journalled = sids.filter((sid) => standIn.has(sid));
  // While the database is away nothing is known of the others: their age ends them.
  const others = standIn.isAway() ? [] : sids.filter((sid) => !standIn.has(sid));
  const open = [...(await standIn.store.openAmong(journalled)), ...(await textStore.openAmong(others))];
  const needed = new Set(open.flatMap(({ sid, isStopped }) => (isStopped ? [] : [sid])));
  for (const sid of [...journalled, ...others]) if (!needed.has(sid)) inHand.drop(sid);
  const stopped = new Set(open.flatMap(({ sid, isStopped }) => (isStopped ? [sid] : [])));
  for (const loop of loops) loop.stopWorkOn((lease) => stopped.has(lease.sid));
}
