import type { TextPriority } from '../ports/carrier.ts';
import { TokenBucket } from './token-bucket.ts';
import { Valve } from './valve.ts';

/** The purposes of calls to the carrier, in order of priority. */
export type Rank = TextPriority | 'fetch' | 'list' | 'redaction';

/** One call. Texts name their service number and their segments. */
export type Call = { readonly rank: Rank; readonly from?: string; readonly segments?: number };

/** How a call ended. `number`: the carrier refused it because of the service number, which is temporary. */
export type CallOutcome =
  | { readonly kind: 'served' }
  | { readonly kind: 'rate_limited'; readonly retryAfterMs?: number | undefined }
  | { readonly kind: 'number'; readonly retryAfterMs: number }
  | { readonly kind: 'auth' | 'trouble' };

export type PauseReason = Exclude<CallOutcome['kind'], 'served'>;

/** The right to make one call now. Release it (`using`) when the call has ended. */
export type Turn = Disposable & { report(outcome: CallOutcome): void };
/** No turn in time: retry after `waitMs`. */
export type TurnRefusal = { readonly waitMs: number };

export type BudgetOptions = {
  /** The limit of each service number; 0: none. */
  readonly segmentsPerSecond: number;
  /** Called when a refusal starts a pause. */
  readonly onPause?: (reason: PauseReason) => void;
  /** Milliseconds on a steady clock. */
  readonly now?: () => number;
};

type CallKind = 'send' | 'read' | 'redact';
type Waiting = { readonly call: Call; readonly until: number; readonly settle: (turn: Turn | TurnRefusal) => void };
/** Calls of one rank and one service number, oldest first: what keeps the first from its turn keeps the others too. */
type Queue = { readonly call: Call; readonly waiting: Set<Waiting> };

const order: readonly Rank[] = ['crisis', 'answer', 'reply', 'fetch', 'list', 'proactive', 'redaction'];
const callKinds: readonly CallKind[] = ['send', 'read', 'redact'];
/** Concurrent calls of one process, of all kinds together. Reading and redacting leave some of them free for sends. */
const callsMax: Record<CallKind, number> = { send: 512, read: 384, redact: 256 };
/** Concurrent sends before the carrier has accepted any; each accepted one allows one more. */
const sendsAtFirst = 64;
/**
 * One 429 is a hint to slow down, a second in a row a storm. One error may be caused by a single text; five in a row
 * mean the carrier is in trouble.
 */
const refusalsMax: Record<PauseReason, number> = { rate_limited: 2, trouble: 5, auth: 1, number: 1 };
/** After refused credentials an operator has to act: asking more often helps no one. */
const authPauseMs = 5000;
const retryAfterMaxMs = 30_000;
/** The shortest sleep between two checks of the queue. */
const tickMs = 5;

/**
 * The budget of all calls to the carrier: concurrent calls, pauses after refusals, and segments per second of each
 * service number. Waiting calls are ordered by rank. A crisis reply waits for nothing.
 */
export class CarrierBudget {
  readonly #options: BudgetOptions;
  readonly #now: () => number;
  readonly #valves = {
    send: new Valve(callsMax.send, sendsAtFirst),
    read: new Valve(32),
    redact: new Valve(64),
  };
  readonly #numbers = new Map<string, { readonly valve: Valve; readonly bucket: TokenBucket }>();
  /** The waiting calls by rank, then by service number. */
  readonly #queues = new Map<Rank, Map<string, Queue>>(order.map((rank) => [rank, new Map<string, Queue>()]));
  #waiting = 0;
  #underWay = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BudgetOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Waits for the call's turn, for at most `withinMs`; not at all when it is certain that there will be none. */
  take(call: Call, withinMs: number): Promise<Turn | TurnRefusal> {
    return new Promise((settle) => {
      const now = this.#now();
      const queue = this.#queueOf(call);
      queue.waiting.add({ call, until: now + withinMs, settle });
      this.#waiting += 1;
      this.#serve();
    });
  }

  #queueOf(call: Call): Queue {
    const ofRank = this.#queues.get(call.rank) as Map<string, Queue>;
    const from = call.from ?? '';
    const queue = ofRank.get(from) ?? { call, waiting: new Set() };
    ofRank.set(from, queue);
    return queue;
  }

  /** How many calls wait for their turn. */
  get waiting(): number {
    return this.#waiting;
  }

  /** How many calls are under way. */
  get underWay(): number {
    return this.#underWay;
  }

  /** Rejects all waiters. */
  close(): void {
    clearTimeout(this.#timer);
    for (const ofRank of this.#queues.values()) {
      for (const { waiting } of ofRank.values()) for (const { settle } of waiting) settle({ waitMs: 0 });
      ofRank.clear();
    }
    this.#waiting = 0;
  }

  /** Starts the calls whose turn it is, and rejects those that would wait too long. */
  #serve(): void {
    clearTimeout(this.#timer);
    if (this.#waiting === 0) return;
    const now = this.#now();
    let nextMs = Infinity;
    for (const ofRank of this.#queues.values()) {
      for (const [from, queue] of ofRank) {
        const before = queue.waiting.size;
        nextMs = Math.min(nextMs, this.#serveQueue(queue, now));
        const after = queue.waiting.size;
        // Behind the other numbers of its rank, so that each has its turn when calls are scarce.
        if (after < before) ofRank.delete(from);
        if (after > 0 && after < before) ofRank.set(from, queue);
      }
    }
    if (nextMs < Infinity) this.#timer = setTimeout(() => this.#serve(), Math.max(nextMs, tickMs));
  }

  /** @returns in how many ms to check the queue again, if no call ends earlier */
  #serveQueue({ waiting }: Queue, now: number): number {
    for (const entry of waiting) {
      const { call, until, settle } = entry;
      const closedMs = this.#closedForMs(call, now);
      const isTurn = closedMs === 0 && this.#isFree(call, now);
      if (!isTurn && now + closedMs < until) return Math.min(until - now, closedMs === 0 ? Infinity : closedMs);
      waiting.delete(entry);
      this.#waiting -= 1;
      settle(isTurn ? this.#enter(call, now) : { waitMs: Math.max(closedMs, tickMs) });
    }
    return Infinity;
  }

  /** The minimum wait: pauses, and the number's segments. */
  #closedForMs(call: Call, now: number): number {
    if (call.rank === 'crisis') return 0;
    const number = this.#numberOf(call);
    return Math.max(
      this.#valves[callKindOf(call)].closedForMs(now),
      number?.valve.closedForMs(now) ?? 0,
      number?.bucket.opensInMs(now) ?? 0,
    );
  }

  #isFree(call: Call, now: number): boolean {
    if (call.rank === 'crisis') return true;
    const callKind = callKindOf(call);
    const isNumberFree = this.#numberOf(call)?.valve.isOpen(now) ?? true;
    return this.#underWay < callsMax[callKind] && this.#valves[callKind].isOpen(now) && isNumberFree;
  }

  #enter(call: Call, now: number): Turn {
    const valve = this.#valves[callKindOf(call)];
    const number = this.#numberOf(call);
    this.#underWay += 1;
    valve.enter();
    number?.valve.enter();
    number?.bucket.pay(now, call.segments ?? 1);
    let [isOver, isMade] = [false, false];
    return {
      report: (outcome) => {
        isMade = true;
        this.#report(call, outcome);
      },
      [Symbol.dispose]: () => {
        if (isOver) return;
        isOver = true;
        this.#underWay -= 1;
        // The send had to wait after all: give its segments back.
        if (!isMade) number?.bucket.pay(this.#now(), -(call.segments ?? 1));
        valve.leave();
        number?.valve.leave();
        this.#serve();
      },
    };
  }

  #report(call: Call, outcome: CallOutcome): void {
    const now = this.#now();
    const valve = this.#valves[callKindOf(call)];
    const number = this.#numberOf(call)?.valve;
    if (outcome.kind === 'served') {
      valve.served(now);
      number?.served(now);
      return;
    }
    const { kind } = outcome;
    const retryAfterMs = 'retryAfterMs' in outcome ? Math.min(outcome.retryAfterMs ?? 0, retryAfterMaxMs) : 0;
    if (kind === 'number') valve.served(now);
    const leastMs = kind === 'auth' ? authPauseMs : retryAfterMs;
    const closed = this.#struck(call, kind).filter((struck) => struck.refused(now, refusalsMax[kind], leastMs));
    if (closed.length > 0) this.#options.onPause?.(kind);
  }

  /** The valves that a refusal concerns. An error concerns one kind of call; limits and credentials concern all. */
  #struck(call: Call, kind: PauseReason): Valve[] {
    const callKind = callKindOf(call);
    switch (kind) {
      case 'auth':
        return Object.values(this.#valves);
      case 'rate_limited':
        // A limit on texts applies to other calls too, but not vice versa.
        return callKinds.slice(callKinds.indexOf(callKind)).map((each) => this.#valves[each]);
      case 'trouble':
        return [this.#valves[callKind]];
      case 'number': {
        const number = this.#numberOf(call);
        return number ? [number.valve] : [];
      }
    }
  }

  #numberOf({ from }: Call) {
    if (from === undefined) return null;
    const known = this.#numbers.get(from);
    if (known) return known;
    const number = {
      valve: new Valve(callsMax.send, sendsAtFirst),
      bucket: new TokenBucket(this.#options.segmentsPerSecond),
    };
    this.#numbers.set(from, number);
    return number;
  }
}

function callKindOf({ rank }: Call): CallKind {
  if (rank === 'redaction') return 'redact';
  return rank === 'fetch' || rank === 'list' ? 'read' : 'send';
}
