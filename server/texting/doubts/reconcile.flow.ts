import { crashPoint } from '#server/platform/crash-points.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import type { Carrier } from '#server/providers/ports.ts';

import type { TextStore } from '../text-store.ts';
import type { Timing } from '../timing.ts';
import { matchSend } from './match-send.ts';
import type { Doubt } from './reconcile.repo.ts';

export type ReconcileParts = {
  readonly store: Pick<
    TextStore,
    'takeOver' | 'claimDoubts' | 'knowsAllSends' | 'boundAmong' | 'accepted' | 'concludeAbsent'
  >;
  readonly carrier: Carrier;
  readonly log: Log;
  /** `resend`: a send that provably did not happen is tried again; `give_up`: never (decisions, UNKNOWN_SEND). */
  readonly unknownSend: 'resend' | 'give_up';
  readonly timing: Timing;
  /** There is a text to work on again. */
  readonly wake: () => void;
};

const attemptsMax = 3;
const doubtsAtOnce = 16;
const oneMinute = 60_000;

/**
 * Step 6: looks doubtful sends up at the carrier. Sends of dead processes become doubtful here too.
 * Call it again and again; several processes may.
 */
export async function reconcile(parts: ReconcileParts): Promise<void> {
  await parts.store.takeOver();
  const doubts = await parts.store.claimDoubts(doubtsAtOnce);
  await Promise.all(doubts.map((doubt) => resolveDoubt(parts, doubt)));
}

async function resolveDoubt(parts: ReconcileParts, doubt: Doubt): Promise<void> {
  const { store, carrier, log, unknownSend, timing, wake } = parts;
  const { id, from, to, intentAt, knownAt } = doubt;
  try {
    const sinceMs = Math.min(intentAt.getTime(), knownAt?.getTime() ?? Infinity) - oneMinute;
    const listed = await carrier.list({ from, to, ageMaxMs: Date.now() - sinceMs });
    crashPoint('rec.listed');
    const bound = await store.boundAmong(listed.map(({ sid }) => sid));
    const isBoundComplete = store.knowsAllSends;
    const match = matchSend({ ...doubt, listed, bound, isBoundComplete, settleMs: timing.settleMs });
    switch (match.kind) {
      case 'found':
        await store.accepted(id, match.sid, match.segments);
        if (match.isDuplicated)
          log.error({ event: 'duplicate_detected', outbound: id }, 'the carrier has this text twice');
        break;
      case 'absent': {
        const isGivenUp = await store.concludeAbsent(id, unknownSend === 'resend' ? attemptsMax : 0);
        crashPoint('rec.absent');
        if (isGivenUp) log.error({ event: 'text_given_up', outbound: id }, 'a text could not be sent');
        break;
      }
      case 'list_not_believed':
        log.error(
          { event: 'list_not_believed', outbound: id },
          'the carrier lists less than it has; sends stay in doubt',
        );
        return;
      case 'not_yet':
        return;
    }
    wake();
  } catch (error) {
    log.warn(
      { event: 'reconcile_failed', outbound: id, ...errorFields(error) },
      'could not look a send up at the carrier',
    );
  }
}
