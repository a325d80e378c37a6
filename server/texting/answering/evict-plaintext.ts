import type { OutageStore, TextStore } from '../store/text-store.ts';
import type { Timing } from '../timing.ts';
import type { AnswerLoop } from './answer-loop.ts';
import type { PlaintextCache } from './plaintext-cache.ts';

export type EvictPlaintextDeps = {
  readonly plaintextCache: PlaintextCache;
  readonly textStore: Pick<TextStore, 'openAmong'>;
  readonly outageStore: Pick<OutageStore, 'has' | 'isUnavailable'> & { readonly store: Pick<TextStore, 'openAmong'> };
  /** The loops of this process. */
  readonly loops: readonly Pick<AnswerLoop, 'stopWorkOn'>[];
  readonly timing: Pick<Timing, 'heartbeatMs'>;
};

const batchMax = 1000;

/**
 * Drops the plaintext of texts that ended elsewhere: another process took them over, a delivery report closed them, or
 * another process received their sender's STOP. Texts that end in this process drop their plaintext themselves.
 */
export async function evictPlaintext(deps: EvictPlaintextDeps): Promise<void> {
  const { plaintextCache, textStore, outageStore, loops, timing } = deps;
  plaintextCache.dropOld();
  const sids = plaintextCache.uncheckedFor(timing.heartbeatMs, batchMax);
  const journaled = sids.filter((sid) => outageStore.has(sid));
  // During an outage we cannot tell which others have ended, so they expire by age.
  const others = outageStore.isUnavailable() ? [] : sids.filter((sid) => !outageStore.has(sid));
  const open = [...(await outageStore.store.openAmong(journaled)), ...(await textStore.openAmong(others))];
  const needed = new Set(open.flatMap(({ sid, isStopped }) => (isStopped ? [] : [sid])));
  for (const sid of [...journaled, ...others]) if (!needed.has(sid)) plaintextCache.drop(sid);
  const stopped = new Set(open.flatMap(({ sid, isStopped }) => (isStopped ? [sid] : [])));
  for (const loop of loops) loop.stopWorkOn((lease) => stopped.has(lease.sid));
}
