import { setTimeout as wait } from 'node:timers/promises';

import type { InterruptibleWait } from '#server/answers/answer-query.ts';
import type { Carrier } from '#server/providers/ports/carrier.ts';

import type { Lease, TextStore } from '../store/text-store.ts';
import type { Timing } from '../timing.ts';
import { SenderOptedOut } from './answer-loop.ts';
import { chooseReply, type ChooseReplyDeps, stillDue } from './choose-reply.ts';
import { clockOf, type LeasedWork } from './leased-work.ts';
import { type End, sendReply, type SendReplyDeps } from './send-reply.ts';
import { SenderWakeups } from './sender-wakeups.ts';

export type AnswerTextDeps = Omit<ChooseReplyDeps, 'wakeups'> &
  SendReplyDeps & {
    readonly store: TextStore;
    readonly carrier: Carrier;
    readonly timing: Pick<Timing, 'intentAgeMaxMs' | 'pollMs'>;
  };

/** How soon a text that waits for its turn looks again; twice as long each time, up to a poll. */
const firstLookMs = 50;

/**
 * Answers one leased text: chooses the reply, opens the send, records its outcome. The process may die at any await: see
 * the table of deaths in README.md.
 */
export function answerText(deps: AnswerTextDeps) {
  const wakeups = new SenderWakeups();
  return async function (lease: Lease, signal: AbortSignal, waitInterruptibly: InterruptibleWait): Promise<void> {
    try {
      const end = await answerOne({ ...deps, wakeups }, { lease, clock: clockOf(lease), signal, waitInterruptibly });
      if (end === 'ended') deps.plaintextCache.drop(lease.sid);
    } catch (error) {
      if (!(signal.reason instanceof SenderOptedOut && isAbort(error, signal))) throw error;
      deps.plaintextCache.drop(lease.sid);
      await deps.store.close(lease, 'suppressed');
    } finally {
      deps.earlyAnswers.drop(lease.sid);
      wakeups.passed(lease.sender);
    }
  };
}

/** Whether this error is the abort itself; `node:timers` throws it as the cause of its own error. */
function isAbort(error: unknown, { reason }: AbortSignal): boolean {
  return error === reason || (error instanceof Error && error.cause === reason);
}

type Deps = AnswerTextDeps & { readonly wakeups: SenderWakeups };

async function answerOne(deps: Deps, work: LeasedWork): Promise<End> {
  const { store, carrier } = deps;
  const { lease, signal, waitInterruptibly } = work;
  const chosen = await chooseReply(deps, work);
  // A reply that is not paced may be due right away; `openSend` says `busy` if it must wait.
  if (work.clock.mayGoInMs() > 0) await untilItsTurn(deps, work);
  for (;;) {
    const reply = stillDue(chosen, work);
    if (reply === null) {
      await store.close(lease, lease.reply === 'answer' ? 'failed' : 'silent');
      return 'ended';
    }
    const { priority, segments } = reply;
    // Before the intent: once that is written there are three seconds to send, and waiting before it is free.
    const turn = await waitInterruptibly(carrier.turn({ from: lease.serviceNumber, priority, segments }));
    if ('waitMs' in turn) {
      await waitInterruptibly(wait(turn.waitMs, undefined, { signal }));
      continue;
    }
    const end = await sendReply(deps, turn, lease, reply);
    if (end !== 'busy') return end;
    await untilItsTurn(deps, work);
  }
}

/** Waits for its turn: all texts of a phone are worked on concurrently, and sent in order at its pace. */
async function untilItsTurn(
  { store, wakeups, timing }: Deps,
  { lease, clock, signal, waitInterruptibly }: LeasedWork,
): Promise<void> {
  for (let lookMs = firstLookMs; ; lookMs = Math.min(2 * lookMs, timing.pollMs)) {
    await waitInterruptibly(wakeups.next(lease.sender, Math.max(lookMs, clock.mayGoInMs()), signal));
    if (clock.mayGoInMs() <= 0 && (await store.mayGo(lease))) return;
  }
}
