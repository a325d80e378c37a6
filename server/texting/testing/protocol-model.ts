/**
 * The world around the protocol, small enough to visit every state (docs/reference/texting-protocol.md#model-check): one
 * text, two workers, a carrier that loses requests, responses and delivery reports, repeats webhooks and lists late, and
 * processes that die anywhere. What becomes of the text and its sends is decided by the product's own functions. `explore`
 * shows that no one ever gets two answers and that every text can still get its one; of each weakened variant, and of
 * each mutant of the functions, it shows the opposite.
 */

import { type Changes, type Count, isOpen } from '../store/protocol/states.ts';
import {
  type Budget,
  future,
  idle,
  now,
  owners,
  past,
  quiet,
  received,
  type State,
  type Wire,
  type Worker,
  workers,
  type World,
} from './protocol-world.ts';

/** Every state that one step leads to. */
export function successors(from: State, world: World): State[] {
  const found: State[] = [];
  const step = (change: Partial<State>): void => {
    found.push(withPlainFences({ ...from, ...change }));
  };
  arrive(from, world, step);
  const { text } = from;
  if (text !== null && text.leaseUntil !== null && text.leaseUntil >= now)
    step({ text: { ...text, leaseUntil: past } });
  if (from.listWorks && world.variant !== 'late_creation') step({ listWorks: false }); // for good: the worst case
  if (!from.crisisListed && world.variant === 'crisis_taken_for_answer') step({ crisisListed: true });
  for (const index of workers) work(from, world, index, step);
  for (const index of from.sends.keys()) carrier(from, world, index, step);
  for (const index of from.sends.keys()) reconcile(from, world, index, step);
  return found;
}

type TakeStep = (change: Partial<State>) => void;

/** Fences are only compared with the text's: so that their number does not grow without end. */
function withPlainFences(state: State): State {
  const { text } = state;
  if (text === null || text.fence <= 1) return state;
  const plain = (worker: Worker): Worker => ({ ...worker, fence: worker.fence === text.fence ? 1 : 0 });
  const [one, other] = state.workers;
  return { ...state, text: { ...text, fence: 1 }, workers: [plain(one), plain(other)] };
}

/** What a transition changes of the state. */
function applied(from: State, { text, send, opened, counts = [] }: Changes = {}): Partial<State> {
  const sends = send === undefined ? from.sends : from.sends.map((one) => (one.id === send.id ? send : one));
  return {
    text: text ?? from.text,
    sends: opened === undefined ? sends : [...sends, opened],
    wires: opened === undefined ? from.wires : [...from.wires, quiet],
    answered: from.answered + sumOf(counts, 'questions.answered'),
    failed: from.failed + sumOf(counts, 'questions.failed'),
    accepted: from.accepted + sumOf(counts, 'sends.accepted.answer'),
  };
}

function sumOf(counts: readonly Count[], name: string): number {
  let sum = 0;
  for (const count of counts) if (count.name === name) sum += count.by;
  return sum;
}

function arrive(from: State, { protocol, variant }: World, step: TakeStep): void {
  const { webhooks, text, crashes } = from;
  // The check for missed texts finds what no webhook brought; not what someone acknowledged and forgot, if that
  // variant blinds it.
  const isBlind = variant === 'no_missed_text_check' || variant === 'acknowledged_before_commit';
  for (const taken of text === null ? waysToReceive(from, protocol) : [{}]) {
    if (webhooks > 0) {
      step({ ...taken, webhooks: 0 }); // acknowledged: the carrier sends no more copies
      step({ ...taken, webhooks: webhooks - 1 }); // the acknowledgement got lost
    }
    if (text === null && !isBlind) step(taken);
  }
  if (webhooks > 0 && crashes > 0) {
    step({ crashes: crashes - 1, webhooks: variant === 'acknowledged_before_commit' ? 0 : webhooks - 1 });
  }
}

/**
 * A text is stored for any process to lease, or leased already: then its owner begins, or never does, because it died
 * right after the commit or did not learn that it had committed.
 */
function waysToReceive({ workers: [one, other] }: State, protocol: World['protocol']): Partial<State>[] {
  const leasedTo = (index: 0 | 1): Partial<State>[] => {
    const text = protocol.lease(received, owners[index], future);
    const begun: Worker = { ...idle, at: 'leased', fence: text.fence };
    if ((index === 0 ? one : other).at !== 'idle') return [{ text }];
    return [{ text }, { text, workers: index === 0 ? [begun, other] : [one, begun] }];
  };
  return [{ text: received }, ...leasedTo(0), ...leasedTo(1)];
}

function work(from: State, { protocol, variant, budget }: World, index: 0 | 1, step: TakeStep): void {
  const { text, workers: both } = from;
  const self = both[index];
  const owner = owners[index];
  const become = (worker: Worker): Pick<State, 'workers'> => ({
    workers: index === 0 ? [worker, both[1]] : [both[0], worker],
  });
  if (self.at !== 'idle' && from.crashes > 0) step({ ...become(idle), crashes: from.crashes - 1 });
  if (text === null) return;
  switch (self.at) {
    case 'idle': {
      const filter = { now, notBefore: null, busySenders: [], isFixedOnly: false };
      if (!protocol.mayLease(text, filter) || from.sends.length >= sendsMax(budget)) return;
      const leased = protocol.lease(text, owner, future);
      return step({ text: leased, ...become({ ...idle, at: 'leased', fence: leased.fence }) });
    }
    case 'leased':
      return step(become({ ...self, at: 'answer' }));
    case 'answer': {
      const openSends = from.sends.filter(isOpen);
      const facts = { now, isOptedOut: false, hasChangedHands: false, departedAt: null, lateApologyAt: null };
      const { result, changes } = protocol.openSend(
        text,
        { fence: self.fence, owner },
        { id: `send ${from.sends.length}`, purpose: 'answer', isLate: false, segments: 1, encoding: 'gsm7' },
        { ...facts, openTexts: [], openSends, ownSends: from.sends },
      );
      // The unique index stays in every variant: at most one open send between two numbers.
      const isRefused = openSends.length > 0 || from.sends.length >= sendsMax(budget);
      if (result === null) return step({ ...applied(from, changes), ...become(idle) });
      if (result === 'busy' || isRefused) return step(become(idle));
      return step({ ...applied(from, changes), ...become({ ...self, at: 'intent', send: from.sends.length }) });
    }
    case 'intent': {
      if (!self.isStale) step(become({ ...self, isStale: true }));
      // The guard: of an intent that is older than three seconds others may have concluded that it was not sent.
      if (variant !== 'no_post_guard' && self.isStale) return step(become(idle));
      return step({ ...wired(from, self.send, { request: true }), ...become({ ...self, at: 'wait' }) });
    }
    case 'wait': {
      // No response in time. It may have been created, whatever a variant makes of that.
      const state = { send: at(from.sends, self.send), text };
      const isMistaken = variant === 'new_attempt_after_timeout';
      const { changes } = isMistaken ? protocol.notSent(state, 0, now) : protocol.unknown(state, 0, now);
      return step({ ...applied(from, changes), ...become(idle) });
    }
    case 'got': {
      const { changes } = protocol.accepted({ send: at(from.sends, self.send), text }, receiptOf(self.send), now);
      return step({ ...applied(from, changes), ...wired(from, self.send, { told: true }), ...become(idle) });
    }
  }
}

/** More than these there are only where a text is sent again and again. */
function sendsMax({ attempts, refusals }: Budget): number {
  return attempts + refusals + 1;
}

function receiptOf(index: number) {
  return { sid: `created ${index}`, segments: null };
}

function wired({ wires }: State, index: number, change: Partial<Wire>): Pick<State, 'wires'> {
  return { wires: wires.map((wire, nth) => (nth === index ? { ...wire, ...change } : wire)) };
}

function carrier(from: State, { protocol, variant }: World, index: number, step: TakeStep): void {
  const { request, response, created, listed, callback } = at(from.wires, index);
  const { text } = from;
  const send = at(from.sends, index);
  const waiting = workers.filter((one) => from.workers[one].at === 'wait' && from.workers[one].send === index);
  if (request) {
    step(wired(from, index, { request: false })); // lost on the way
    const hasCallback = variant !== 'no_callbacks';
    step(wired(from, index, { request: false, created: true, response: true, callback: hasCallback }));
    for (const one of from.refusals > 0 ? waiting : []) {
      const left = {
        ...wired(from, index, { request: false }),
        refusals: from.refusals - 1,
        workers: without(from, one),
      };
      step({ ...applied(from, protocol.notSent({ send, text }, 0, now).changes), ...left });
      step({ ...applied(from, protocol.rejected({ send, text }, 30_003, true, now).changes), ...left });
    }
  }
  if (response) {
    step(wired(from, index, { response: false })); // lost on the way back
    for (const one of waiting) {
      const got = { ...from.workers[one], at: 'got' } as const;
      const both = one === 0 ? ([got, from.workers[1]] as const) : ([from.workers[0], got] as const);
      step({ ...wired(from, index, { response: false }), workers: both });
    }
  }
  if (created && !listed) step(wired(from, index, { listed: true }));
  if (callback) {
    step(wired(from, index, { callback: false })); // lost
    const { changes } = protocol.accepted({ send, text }, receiptOf(index), now);
    step({ ...applied(from, changes), ...wired(from, index, { callback: false, told: true }) });
  }
}

function without({ workers: [one, other] }: State, index: 0 | 1): readonly [Worker, Worker] {
  return index === 0 ? [idle, other] : [one, idle];
}

function reconcile(from: State, { protocol, variant, budget }: World, index: number, step: TakeStep): void {
  const { request, created, listed } = at(from.wires, index);
  const state = { send: at(from.sends, index), text: from.text };
  if (state.send.state === 'intent') {
    // The lease has ended, and with it the three seconds in which the intent might have been posted.
    const { result, changes } = protocol.takeOver(state, { checkMs: 0, leaseMs: 0 }, now);
    if (result) step(applied(from, changes));
  }
  // What the reconciler decides may come late, when the send is not unknown any more: then it changes nothing.
  if (state.send.unknownAt === null) return;
  // The text's time is over: whether it went out is not known, and nothing is ever sent for it again.
  if (variant !== 'unknown_sends_without_end') step(applied(from, protocol.giveUpUnknownSend(state, now).changes));
  if (!from.listWorks) return;
  const isMistaken = variant === 'crisis_taken_for_answer' && from.crisisListed;
  if (listed || isMistaken) step(applied(from, protocol.accepted(state, receiptOf(index), now).changes));
  // Settled: nothing of this attempt is under way any more, neither to the carrier nor to its list, nor can it begin.
  const isFresh = from.workers.some((one) => one.at === 'intent' && one.send === index && !one.isStale);
  const isSettled = !request && !created && !isFresh;
  if (!isSettled && variant !== 'absent_without_settling' && variant !== 'late_creation') return;
  step(applied(from, protocol.concludeNotCreated(state, budget.attempts, now).changes));
}

function at<T>(all: readonly T[], index: number): T {
  const one = all[index];
  if (one === undefined) throw new Error(`there is no ${index}`);
  return one;
}
