import type { InterruptibleWait } from '#server/answers/answer-query.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import { crashPoint } from '#server/platform/crash-points.ts';
import { pause } from '#server/platform/pause.ts';

import type { ReplyKind } from '../rules/decide-reply.ts';
import type { Lease, TextStore } from '../store/text-store.ts';
import type { Timing } from '../timing.ts';
import type { InFlightLimit } from './in-flight-limit.ts';
import type { Reserved } from './text-taker.ts';

/** What the loop depends on: the queue, and the work on one text. */
export type LoopDeps = {
  readonly store: Pick<TextStore, 'lease' | 'renew' | 'release'>;
  /** The work on one text; while it waits through `waitInterruptibly`, another store may take the text over. */
  work(lease: Lease, signal: AbortSignal, waitInterruptibly: InterruptibleWait): Promise<void>;
  readonly inFlight: InFlightLimit;
  readonly log: Log;
  readonly timing: Pick<Timing, 'pollMs' | 'heartbeatMs' | 'putBackMs' | 'putBackMaxMs' | 'drainCutMs' | 'drainMaxMs'>;
};

/** The loop leases at most so many texts with one statement: enough for a burst, short enough for its row locks. */
const leaseBatchMax = 250;
/** Renewed with one statement: if it has to wait too long for the lock of a row, the other leases are still renewed. */
const renewBatchMax = 500;
/** With a backlog and little room: the leases in the time of a poll, each for all the room that was made meanwhile. */
const crowdedLeasesPerPoll = 20;

/**
 * Each round looks for texts and waits at most a poll; a statement that the database leaves unanswered ends within
 * seconds, and a failed look also ends its round. So a loop without a round for this long stands still.
 */
const roundMaxMs = 30_000;

type Work = {
  readonly lease: Lease;
  readonly controller: AbortController;
  isInterruptible: boolean;
  done: Promise<void>;
};

/** The abort reason when nothing may be sent to the sender anymore. */
export class SenderOptedOut extends Error {
  constructor() {
    super('the sender opted out');
    this.name = 'SenderOptedOut';
  }
}

/** Leases texts and works on them until it is drained. */
export class AnswerLoop {
  readonly #deps: LoopDeps;
  readonly #working = new Map<string, Work>();
  /** Texts that are about to be handed off (`reserve`). */
  #reserved = 0;
  #isStopping = false;
  readonly #drainStarted = new AbortController();
  #hasEnded = false;
  #wakeUp: () => void = () => undefined;
  #isAwake = false;
  /** Whether older texts may be waiting in the store for room here. */
  #hasBacklog = true;
  /** When its latest round began, by `performance.now()`; null while it has not been started. */
  #roundAtMs: number | null = null;
  #running: Promise<void> = Promise.resolve();
  #heartbeatTimer: NodeJS.Timeout | undefined;

  constructor(deps: LoopDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#roundAtMs = performance.now();
    this.#running = this.#leaseLoop();
    this.#scheduleHeartbeat();
  }

  /** Call when there may be a text to lease; cheap when there is none. */
  wake(): void {
    this.#isAwake = true;
    this.#wakeUp();
  }

  get workingOn(): number {
    return this.#working.size;
  }

  /** Whether it looks for texts no longer, although it was started and is not being drained. */
  get isStuck(): boolean {
    return !this.#isStopping && this.#roundAtMs !== null && performance.now() - this.#roundAtMs > roundMaxMs;
  }

  /** Aborts the work on these texts, whose senders opted out. Open sends are not affected. */
  stopWorkOn(isStopped: (lease: Lease) => boolean): void {
    for (const { lease, controller } of this.#working.values()) {
      if (lease.reply !== 'stop' && isStopped(lease)) controller.abort(new SenderOptedOut());
    }
  }

  /** Releases texts that wait interruptibly, because another store takes them over. */
  releaseInterruptible(): void {
    for (const { controller, isInterruptible } of this.#working.values()) {
      if (isInterruptible) controller.abort(new Error('handed off'));
    }
  }

  /** Stops leasing; finishes or releases open texts within 25 s. */
  async drain(): Promise<void> {
    const { drainCutMs, drainMaxMs } = this.#deps.timing;
    this.#isStopping = true;
    this.#drainStarted.abort();
    this.#wakeUp();
    const all = Promise.all([...this.#working.values()].map(({ done }) => done));
    const cut = new AbortController();
    await Promise.race([all, pause(drainCutMs, cut.signal)]);
    for (const { controller } of this.#working.values()) controller.abort(new Error('draining'));
    await Promise.race([all, pause(drainMaxMs - drainCutMs, cut.signal)]);
    cut.abort();
    await this.#running;
    this.#hasEnded = true;
    clearTimeout(this.#heartbeatTimer);
  }

  /** How many more questions may be leased now. Fixed replies need no room: they wait for no model. */
  get room(): number {
    return this.#isStopping ? 0 : this.#deps.inFlight.room(this.#working.size + this.#reserved);
  }

  /** Whether a new question may be begun now: there is room, and no older one may be waiting for it. */
  get takesQuestions(): boolean {
    return !this.#hasBacklog && this.room > 0;
  }

  /**
   * Reserves room for a text that is about to be stored as leased to this process.
   * @returns null for a question without room, or that would overtake older ones
   */
  reserve(reply: ReplyKind): Reserved | null {
    if (this.#isStopping) return null;
    if (reply === 'answer' && !this.takesQuestions) {
      // It will wait in the store.
      this.#hasBacklog = true;
      return null;
    }
    this.#reserved += 1;
    return {
      release: () => {
        this.#reserved -= 1;
      },
      begin: (lease) => {
        this.#reserved -= 1;
        crashPoint('q.leased');
        if (!this.#isStopping) this.#begin(lease);
        // `drain` does not know this lease.
        else this.#running = Promise.all([this.#running, this.#release([lease])]).then(() => undefined);
      },
    };
  }

  async #leaseLoop(): Promise<void> {
    while (!this.#isStopping) {
      this.#roundAtMs = performance.now();
      const room = Math.min(leaseBatchMax, this.room);
      this.#isAwake = false;
      // Even without room fixed replies do not wait: one may be for a person in danger.
      const asked = room > 0 ? room : leaseBatchMax;
      const leases = await this.#lease(asked, room > 0 ? 'all' : 'fixed_replies');
      if (leases === null) {
        await this.#pause(this.#deps.timing.pollMs);
        continue;
      }
      // Stopped while the lease was being written: `drain` does not know these leases.
      if (this.#isStoppingNow()) return this.#release(leases);
      for (const lease of leases) this.#begin(lease);
      this.#hasBacklog = room === 0 || leases.length === asked;
      if (!this.#hasBacklog) await this.#sleep();
      // Lets several texts end, so that one lease fills the room of all of them.
      else if (room < leaseBatchMax) await this.#pause(this.#deps.timing.pollMs / crowdedLeasesPerPoll);
    }
  }

  /** A call, because TypeScript would still narrow the field to false after an await. */
  #isStoppingNow(): boolean {
    return this.#isStopping;
  }

  async #release(leases: readonly Lease[]): Promise<void> {
    const sids = leases.map(({ sid }) => sid);
    if (sids.length > 0) await this.#deps.store.release(sids, 0).catch(() => undefined); // otherwise the leases expire
  }

  /** @returns null when the store cannot be asked */
  async #lease(limit: number, which: 'all' | 'fixed_replies'): Promise<Lease[] | null> {
    try {
      const leases = await this.#deps.store.lease(limit, which);
      if (leases.length > 0) crashPoint('q.leased');
      return leases;
    } catch (error) {
      // The database is unavailable: nothing is lost, the texts wait there.
      this.#deps.log.warn({ event: 'lease_failed', ...errorFields(error) }, 'could not look for texts');
      return null;
    }
  }

  /** A pause that `wake` does not end. */
  async #pause(ms: number): Promise<void> {
    await pause(ms, this.#drainStarted.signal);
  }

  /** Sleeps until woken, at most one poll interval. */
  async #sleep(): Promise<void> {
    if (this.#isAwake || this.#isStopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#deps.timing.pollMs);
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wakeUp = () => undefined;
  }

  #begin(lease: Lease): void {
    const work: Work = { lease, controller: new AbortController(), isInterruptible: false, done: Promise.resolve() };
    this.#working.set(lease.sid, work);
    work.done = this.#work(work).finally(() => {
      this.#working.delete(lease.sid);
      // Otherwise the next text wakes the loop itself, and the end of each would cost a look for nothing.
      if (this.#hasBacklog) this.wake();
    });
  }

  async #waitInterruptibly<T>(work: Work, waiting: Promise<T>): Promise<T> {
    work.isInterruptible = true;
    try {
      return await waiting;
    } finally {
      work.isInterruptible = false;
    }
  }

  async #work(work: Work): Promise<void> {
    const { lease, controller } = work;
    try {
      await this.#deps.work(lease, controller.signal, (waiting) => this.#waitInterruptibly(work, waiting));
    } catch (error) {
      this.#deps.log.warn(
        { event: 'text_put_back', sid: lease.sid, ...errorFields(error) },
        'returned a text to the queue',
      );
      // The pause grows with every lease, so that a text that always fails does not spin.
      const { putBackMs, putBackMaxMs } = this.#deps.timing;
      const pauseMs = this.#isStopping ? 0 : Math.min(putBackMaxMs, putBackMs * 2 ** Math.min(lease.fence, 6));
      await this.#deps.store.release([lease.sid], pauseMs).catch(() => undefined); // otherwise the lease expires
    }
  }

  /** Continues until the loop has ended: work that is being finished also needs its leases. */
  #scheduleHeartbeat(): void {
    if (this.#hasEnded) return;
    this.#heartbeatTimer = setTimeout(() => {
      void this.#heartbeat().then(() => this.#scheduleHeartbeat());
    }, this.#deps.timing.heartbeatMs);
  }

  async #heartbeat(): Promise<void> {
    const sids = [...this.#working.keys()];
    for (let from = 0; from < sids.length; from += renewBatchMax) {
      await this.#renew(sids.slice(from, from + renewBatchMax));
    }
  }

  async #renew(sids: string[]): Promise<void> {
    try {
      const ours = await this.#deps.store.renew(sids);
      crashPoint('q.heartbeat');
      // Another process has the text now. The fence would stop us anyway; this only saves the cost of the model call.
      for (const sid of sids) if (!ours.has(sid)) this.#working.get(sid)?.controller.abort(new Error('lease lost'));
    } catch (error) {
      this.#deps.log.warn({ event: 'heartbeat_failed', ...errorFields(error) }, 'could not renew leases');
    }
  }
}
