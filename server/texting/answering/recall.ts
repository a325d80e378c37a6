import { setTimeout as wait } from 'node:timers/promises';

import type { Pool } from 'pg';

import type { BufferedCounters } from '#server/observability/buffered-counters.ts';
import { crashPoint } from '#server/platform/crash-points.ts';
import { Secret } from '#server/platform/secret.ts';
import type { Turn } from '#server/providers/ports/answer-model.ts';
import type { Carrier } from '#server/providers/ports/carrier.ts';

import { moreHint } from '../rules/replies.ts';
import type { OutageStore } from '../store/text-store.ts';
import type { Timing } from '../timing.ts';
import { lastExchange, type LastExchange } from './last-exchange.repo.ts';
import type { LeasedWork } from './leased-work.ts';
import type { SenderWakeups } from './sender-wakeups.ts';

export type RecallDeps = {
  readonly pool: Pool;
  readonly carrier: Pick<Carrier, 'fetch'>;
  readonly timing: Pick<Timing, 'pollMs'>;
  readonly outageStore: Pick<OutageStore, 'areJournalsReplayed'>;
  readonly bufferedCounters: Pick<BufferedCounters, 'add'>;
};

/**
 * The question before a text, its answer, and what MORE added to it, as turns for the model, oldest first; empty when there
 * is none to recall. Never throws for a database or carrier that is unavailable: then the text is answered as if it were
 * new.
 */
export type Recall = (work: LeasedWork, wakeups: SenderWakeups) => Promise<readonly Turn[]>;

/** How long to keep fetching the earlier question and answer. A follow-up without them is hardly worth answering. */
const fetchMaxMs = 10_000;
/** How long a follow-up waits for the previous answer, which has to go out first anyway. */
const openMaxMs = 20_000;

/** For texts of the journal: what was before them is in the database. */
export const recallNothing: Recall = () => Promise.resolve([]);

/**
 * Recalls from the carrier, by the ids in the database (docs/decisions/0039-ten-minutes-of-memory.md). The words are in
 * memory only until the model was asked.
 */
export function createRecall(deps: RecallDeps): Recall {
  return async function (work, wakeups) {
    const turns = await turnsBefore(deps, work, wakeups);
    deps.bufferedCounters.add(`answers.follow_up.${turns.length > 0 ? 'recalled' : 'alone'}`);
    crashPoint('ai.recalled');
    return turns;
  };
}

async function turnsBefore(deps: RecallDeps, work: LeasedWork, wakeups: SenderWakeups): Promise<readonly Turn[]> {
  const { lease, signal, waitInterruptibly } = work;
  // Until the journals are replayed, one of them may hold a FORGET or a later question, so treat the previous answer as
  // still open.
  const look = async (): Promise<LastExchange> =>
    deps.outageStore.areJournalsReplayed() ? within(fetchMaxMs, signal, lastExchange(deps.pool, lease.sid)) : 'open';
  let last = await look();
  for (const since = performance.now(); last === 'open' && performance.now() - since < openMaxMs; last = await look()) {
    await waitInterruptibly(wakeups.next(lease.sender, deps.timing.pollMs, signal));
  }
  if (last === null || last === 'open') return [];
  const ids = [last.question, ...last.answers];
  const fetching = Promise.all(ids.map((sid) => deps.carrier.fetch(sid)));
  const [question, answer, ...more] = (await within(fetchMaxMs, signal, fetching)) ?? [];
  if (!question?.body || !answer?.body) return [];
  return [
    { role: 'user', text: question.body },
    { role: 'assistant', text: withoutHint(answer.body) },
    ...more.flatMap((text): Turn[] => {
      return text?.body ? [askedForMore, { role: 'assistant', text: withoutHint(text.body) }] : [];
    }),
  ];
}

const askedForMore: Turn = { role: 'user', text: new Secret('More, please.') };

/** The answer as the model gave it. */
function withoutHint(answer: Secret): Secret {
  const body = answer.reveal();
  const hint = Object.values(moreHint).find((one) => body.endsWith(` ${one}`));
  return hint === undefined ? answer : new Secret(body.slice(0, -hint.length - 1));
}

/** @returns null when it fails, or takes longer @throws the abort reason of `signal` */
async function within<T>(ms: number, signal: AbortSignal, work: Promise<T>): Promise<T | null> {
  const over = new AbortController();
  const late = wait(ms, null, { signal: AbortSignal.any([signal, over.signal]) });
  try {
    return await Promise.race([work.catch(() => null), late]);
  } finally {
    over.abort();
    late.catch(() => undefined);
  }
}
