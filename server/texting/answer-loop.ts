import { setTimeout as wait } from 'node:timers/promises';

import type { Rest } from '#server/answers/answer-query.flow.ts';
import { crashPoint } from '#server/platform/crash-points.ts';
import { errorFields, type Log } from '#server/platform/log.ts';

import type { Lease } from './queue.repo.ts';
import type { TextStore } from './text-store.ts';
import type { Timing } from './timing.ts';

/** What the loop needs of the world: the queue, and the work on one text. */
export type LoopParts = {
  readonly store: Pick<TextStore, 'lease' | 'renew' | 'giveBack'>;
  /** The work on one text; what it awaits by `rest` takes up no slot. */
  work(lease: Lease, signal: AbortSignal, rest: Rest): Promise<void>;
  readonly log: Log;
  readonly timing: Pick<Timing, 'pollMs' | 'heartbeatMs' | 'putBackMs' | 'putBackMaxMs' | 'drainCutMs' | 'drainMaxMs'>;
};

/** At most so many texts at once in one process (the bulkhead of protocol 2.9); the rest wait in the database. */
const slots = 64;
/** The same with those that rest: they wait for a model that is in trouble, and cost only memory and a heartbeat. */
const leasesMax = 1024;
const leasesAtOnce = 16;

type Work = {
  readonly lease: Lease;
  readonly controller: AbortController;
  isResting: boolean;
  done: Promise<void>;
};

/** Why the work on a text was aborted: nothing may be sent to its sender any more. */
export class SenderOptedOut extends Error {
  constructor() {
    super('the sender opted out');
    this.name = 'SenderOptedOut';
  }
}

/** Leases texts and works on them, until it is drained. */
export class AnswerLoop {
  readonly #parts: LoopParts;
  readonly #working = new Map<string, Work>();
  #isStopping = false;
  #hasEnded = false;
  #wakeUp: () => void = () => undefined;
  #isAwake = false;
  #running: Promise<void> = Promise.resolve();
  #beating: NodeJS.Timeout | undefined;

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#running = this.#leaseLoop();
    this.#beat();
  }

  /** There may be a text to lease. Costs nothing when there is none. */
  wake(): void {
    this.#isAwake = true;
    this.#wakeUp();
  }

  get workingOn(): number {
    return this.#working.size;
  }

  /** The senders of these texts opted out: their answers are no longer made. Sends that are open are not touched. */
  stopWorkOn(isStopped: (lease: Lease) => boolean): void {
    for (const { lease, controller } of this.#working.values()) {
      if (lease.reply !== 'stop' && isStopped(lease)) controller.abort(new SenderOptedOut());
    }
  }

  /** Gives back texts that only wait here: another store is about to take them over. */
  letGoOfResting(): void {
    for (const { controller, isResting } of this.#working.values()) {
      if (isResting) controller.abort(new Error('handed over'));
    }
  }

  /** No new texts; finishes or gives back those in hand, within 25 s. */
  async drain(): Promise<void> {
    const { drainCutMs, drainMaxMs } = this.#parts.timing;
    this.#isStopping = true;
    this.#wakeUp();
    const all = Promise.all([...this.#working.values()].map(({ done }) => done));
    const cut = new AbortController();
    await Promise.race([all, wait(drainCutMs, undefined, { signal: cut.signal }).catch(() => undefined)]);
    for (const { controller } of this.#working.values()) controller.abort(new Error('draining'));
    await Promise.race([all, wait(drainMaxMs - drainCutMs, undefined, { signal: cut.signal }).catch(() => undefined)]);
    cut.abort();
    await this.#running;
    this.#hasEnded = true;
    clearTimeout(this.#beating);
  }

  async #leaseLoop(): Promise<void> {
    let lookedWhenFullAt = -Infinity;
    while (!this.#isStopping) {
      const free = Math.min(leasesAtOnce, slots - this.#active, leasesMax - this.#working.size);
      const isFull = free <= 0;
      this.#isAwake = false;
      const isTooSoon = isFull && performance.now() - lookedWhenFullAt < this.#parts.timing.pollMs;
      if (isFull && !isTooSoon) lookedWhenFullAt = performance.now();
      // Fixed replies never wait for the model: one of them may be for a person in danger.
      const asked = isFull ? leasesAtOnce : free;
      const leases = isTooSoon ? [] : await this.#lease(asked, isFull ? 'fixed_replies' : 'all');
      // The stop came while the lease was being written: whoever drains does not know of these.
      if (this.#mayBeginNone()) return this.#giveBack(leases);
      for (const lease of leases) this.#begin(lease);
      // A full hand may mean that there is more where it came from.
      if (leases.length < asked) await this.#sleep();
    }
  }

  #mayBeginNone(): boolean {
    return this.#isStopping;
  }

  /** Texts that take up a slot. */
  get #active(): number {
    let active = 0;
    for (const { isResting } of this.#working.values()) if (!isResting) active += 1;
    return active;
  }

  async #giveBack(leases: readonly Lease[]): Promise<void> {
    const sids = leases.map(({ sid }) => sid);
    if (sids.length > 0) await this.#parts.store.giveBack(sids, 0).catch(() => undefined); // else the leases run out
  }

  async #lease(limit: number, which: 'all' | 'fixed_replies'): Promise<Lease[]> {
    try {
      const leases = await this.#parts.store.lease(limit, which);
      if (leases.length > 0) crashPoint('q.leased');
      return leases;
    } catch (error) {
      // The database is away: nothing is lost, the texts wait there.
      this.#parts.log.warn({ event: 'lease_failed', ...errorFields(error) }, 'could not look for texts');
      return [];
    }
  }

  /** Until woken, or for a poll's time. */
  async #sleep(): Promise<void> {
    if (this.#isAwake || this.#isStopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#parts.timing.pollMs);
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wakeUp = () => undefined;
  }

  #begin(lease: Lease): void {
    const work: Work = { lease, controller: new AbortController(), isResting: false, done: Promise.resolve() };
    this.#working.set(lease.sid, work);
    work.done = this.#work(work).finally(() => {
      this.#working.delete(lease.sid);
      this.wake();
    });
  }

  async #rest<T>(work: Work, waiting: Promise<T>): Promise<T> {
    work.isResting = true;
    this.wake();
    try {
      return await waiting;
    } finally {
      work.isResting = false;
    }
  }

  async #work(work: Work): Promise<void> {
    const { lease, controller } = work;
    try {
      await this.#parts.work(lease, controller.signal, (waiting) => this.#rest(work, waiting));
    } catch (error) {
      this.#parts.log.warn(
        { event: 'text_put_back', sid: lease.sid, ...errorFields(error) },
        'a text goes back to the queue',
      );
      // The pause grows with every lease, so that a text that cannot be worked on does not spin.
      const { putBackMs, putBackMaxMs } = this.#parts.timing;
      const pauseMs = this.#isStopping ? 0 : Math.min(putBackMaxMs, putBackMs * 2 ** Math.min(lease.fence, 6));
      await this.#parts.store.giveBack([lease.sid], pauseMs).catch(() => undefined); // else the lease runs out by itself
    }
  }

  /** Beats until the loop has ended: work that is being finished needs its leases too. */
  #beat(): void {
    if (this.#hasEnded) return;
    this.#beating = setTimeout(() => {
      void this.#heartbeat().then(() => this.#beat());
    }, this.#parts.timing.heartbeatMs);
  }

  async #heartbeat(): Promise<void> {
    const sids = [...this.#working.keys()];
    if (sids.length === 0) return;
    try {
      const ours = await this.#parts.store.renew(sids);
      crashPoint('q.heartbeat');
      // Someone else works on it by now: the fence would stop us anyway, this only saves the model's price.
      for (const sid of sids) if (!ours.has(sid)) this.#working.get(sid)?.controller.abort(new Error('lease lost'));
    } catch (error) {
      this.#parts.log.warn({ event: 'heartbeat_failed', ...errorFields(error) }, 'could not renew leases');
    }
  }
}
