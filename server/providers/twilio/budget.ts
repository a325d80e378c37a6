import type { TextPriority } from '../ports/carrier.ts';
import { TokenBucket } from './token-bucket.ts';
import { Valve } from './valve.ts';

/** The purposes of calls to the carrier, in order of priority. */
export type Rank = TextPriority | 'fetch' | 'list' | 'redaction';

/** One call. Texts name their service number and their segments. */
export type Call = { readonly rank: Rank; readonly from?: string; readonly segments?: number };

/** What the carrier did with a call. `number`: it refused for the service number's sake, which passes. */
export type Verdict =
  | { readonly kind: 'served' }
  | { readonly kind: 'rate_limited'; readonly retryAfterMs?: number | undefined }
  | { readonly kind: 'number'; readonly retryAfterMs: number }
  | { readonly kind: 'auth' | 'trouble' };

export type PauseReason = Exclude<Verdict['kind'], 'served'>;

/** The right to make one call now. Release it (`using`) when the call has ended. */
export type Turn = Disposable & { report(verdict: Verdict): void };
/** There is no turn in time: retry after so many ms. */
export type NoTurn = { readonly waitMs: number };

export type BudgetOptions = {
  /** For each service number; 0: no limit of ours. */
  readonly segmentsPerSecond: number;
  /** The carrier made us pause. */
  readonly onPause?: (reason: PauseReason) => void;
  /** Milliseconds on a steady clock. */
  readonly now?: () => number;
};

type Lane = 'send' | 'read' | 'redact';
type Waiting = { readonly call: Call; readonly until: number; readonly settle: (turn: Turn | NoTurn) => void };
/** Calls of one rank and one service number, oldest first: what keeps the first from its turn keeps the others too. */
type Queue = { readonly call: Call; readonly waiting: Set<Waiting> };

const order: readonly Rank[] = ['crisis', 'answer', 'reply', 'fetch', 'list', 'proactive', 'redaction'];
const lanes: readonly Lane[] = ['send', 'read', 'redact'];
/** Concurrent calls of one process: for all kinds together; reading and redacting leave a part of them free. */
const callsMax: Record<Lane, number> = { send: 512, read: 384, redact: 256 };
/** Sends at a time before the carrier has accepted any; each accepted one allows another. */
const sendsAtFirst = 64;
/**
 * One 429 is a hint to slow down, a second in a row a storm. An error may be one text's; five in a row are the
 * carrier's.
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
  /** By rank, then by service number. */
  readonly #queues = new Map<Rank, Map<string, Queue>>(order.map((rank) => [rank, new Map<string, Queue>()]));
  #waiting = 0;
  #underWay = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BudgetOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Waits for the call's turn, for at most `withinMs`; not at all when it is certain that there will be none. */
  take(call: Call, withinMs: number): Promise<Turn | NoTurn> {
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

  /** @returns in how many ms the queue is to be looked at again, if no call ends before */
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
      this.#valves[laneOf(call)].closedForMs(now),
      number?.valve.closedForMs(now) ?? 0,
      number?.bucket.opensInMs(now) ?? 0,
    );
  }

  #isFree(call: Call, now: number): boolean {
    if (call.rank === 'crisis') return true;
    const lane = laneOf(call);
    const isNumberFree = this.#numberOf(call)?.valve.isOpen(now) ?? true;
    return this.#underWay < callsMax[lane] && this.#valves[lane].isOpen(now) && isNumberFree;
  }

  #enter(call: Call, now: number): Turn {
    const lane = this.#valves[laneOf(call)];
    const number = this.#numberOf(call);
    this.#underWay += 1;
    lane.enter();
    number?.valve.enter();
    number?.bucket.pay(now, call.segments ?? 1);
    let [isOver, isMade] = [false, false];
    return {
      report: (verdict) => {
        isMade = true;
        this.#report(call, verdict);
      },
      [Symbol.dispose]: () => {
        if (isOver) return;
        isOver = true;
        this.#underWay -= 1;
        // The reply had to wait after all: its segments are another's.
        if (!isMade) number?.bucket.pay(this.#now(), -(call.segments ?? 1));
        lane.leave();
        number?.valve.leave();
        this.#serve();
      },
    };
  }

  #report(call: Call, verdict: Verdict): void {
    const now = this.#now();
    const lane = this.#valves[laneOf(call)];
    const number = this.#numberOf(call)?.valve;
    if (verdict.kind === 'served') {
      lane.served(now);
      number?.served(now);
      return;
    }
    const { kind } = verdict;
    const retryAfterMs = 'retryAfterMs' in verdict ? Math.min(verdict.retryAfterMs ?? 0, retryAfterMaxMs) : 0;
    if (kind === 'number') lane.served(now);
    const leastMs = kind === 'auth' ? authPauseMs : retryAfterMs;
    const closed = this.#struck(call, kind).filter((valve) => valve.refused(now, refusalsMax[kind], leastMs));
    if (closed.length > 0) this.#options.onPause?.(kind);
  }

  /** The valves that a refusal concerns. An error concerns one kind of call; limits and credentials concern all. */
  #struck(call: Call, kind: PauseReason): Valve[] {
    const lane = laneOf(call);
    switch (kind) {
      case 'auth':
        return Object.values(this.#valves);
      case 'rate_limited':
        // A limit on texts applies to other calls too, but not vice versa.
        return lanes.slice(lanes.indexOf(lane)).map((each) => this.#valves[each]);
      case 'trouble':
        return [this.#valves[lane]];
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

function laneOf({ rank }: Call): Lane {
  if (rank === 'redaction') return 'redact';
  return rank === 'fetch' || rank === 'list' ? 'read' : 'send';
}
