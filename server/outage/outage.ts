import { join } from 'node:path';

import type { Pool } from 'pg';

import type { DbFallbackView } from '#contract/admin.ts';
import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import type { Listener } from '#server/db/listen.ts';
import type { OutageQueue } from '#server/domain/ports/outage-queue.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import { Batcher } from '#server/platform/batcher.ts';
import { dayMs } from '#server/platform/durations.ts';
import { AppError } from '#server/platform/errors.ts';
import type { FeatureFlags } from '#server/platform/feature-flags.ts';
import { pause } from '#server/platform/pause.ts';
import type { RedactDropped } from '#server/texting/retention/redact-dropped-copies.job.ts';
import type { PhoneHash } from '#server/texting/store/phone-hash.ts';
import type { OutageStore } from '#server/texting/store/text-store.ts';
import type { Timing } from '#server/texting/timing.ts';

import { Eligibility } from './eligibility/eligibility.ts';
import { removeDamagedJournals } from './journal/journal-file.repo.ts';
import { JournalStore } from './journal/journal-store.ts';
import { Journal, type JournalLimits } from './journal/journal.repo.ts';
import { MessageLocks } from './journal/message-locks.ts';
import { createOutageStore } from './outage-store.ts';
import { askForReplay, describeQueue, heartbeatFigures } from './queue-view.repo.ts';
import { type AbandonedReplay, replayAbandonedJournals } from './replay/abandoned-journals.ts';
import { replayJournal } from './replay/replay.ts';
import { DatabaseWatch } from './watch/database-watch.ts';
import { FreezeDetector } from './watch/freeze-detector.ts';

export type OutageDeps = {
  readonly databaseUrl: string;
  /** Holds the journals in its folder `journal`. It must outlive the process, and must not be shared between machines. */
  readonly dataDir: string;
  /** Names this machine in the heartbeats. */
  readonly machine: string;
  readonly limits: JournalLimits;
  /** For how many days what was put aside is kept, as long as a backup: numbers are in it. */
  readonly keepDays: number;
  readonly instance: string;
  readonly pool: Pool;
  /** For the path of a text: replaying the journals. */
  readonly textPool: Pool;
  readonly listener: Listener;
  readonly featureFlags: FeatureFlags;
  readonly phoneHash: PhoneHash;
  readonly redactDropped: RedactDropped;
  readonly timing: Timing;
  readonly log: Log;
};

const syncChannel = 'fallback_sync';
const abandonedEveryMs = 60_000;
const tidyEveryMs = 60_000;

/** Everything that works while the database is unavailable and catches up afterwards; one per process. */
export class Outage implements OutageQueue {
  readonly outageStore: OutageStore;
  readonly eligibility: Eligibility;
  readonly #deps: OutageDeps;
  readonly #journal: Journal;
  readonly #locks: MessageLocks;
  readonly #store: JournalStore;
  readonly #watch: DatabaseWatch;
  readonly #freezeDetector: FreezeDetector;
  readonly #stopping = new AbortController();
  readonly #folder: string;
  readonly #journalName: string;
  #abandonedAtMs = 0;
  #tidyAtMs = 0;
  #wake: () => void = () => undefined;
  #replaying: Promise<number> | null = null;
  /** One run at a time; a call during a run gets the next one. */
  readonly #abandonedReplays = new Batcher<null, AbandonedReplay>({
    concurrency: 1,
    sizeMax: Infinity,
    run: async (callers) => {
      const result = await this.#replayAbandonedOnce();
      return callers.map(() => result);
    },
  });
  #running: Promise<void> = Promise.resolve();
  #onHandedOff: () => void = () => undefined;

  constructor(deps: OutageDeps) {
    const { dataDir, limits, listener, featureFlags, timing, log } = deps;
    this.#deps = deps;
    this.#folder = join(dataDir, 'journal');
    this.#journal = Journal.open(this.#folder, limits, log);
    this.#locks = new MessageLocks(this.#folder, this.#journal.index);
    this.#journalName = this.#nameOf(this.#journal.index);
    const journal = this.#journal;
    this.eligibility = new Eligibility({ ...deps, journal });
    this.#store = new JournalStore({
      journal,
      stops: this.eligibility,
      timing,
      isUnavailable: () => this.isUnavailable,
    });
    this.#watch = new DatabaseWatch({
      url: deps.databaseUrl,
      journalName: this.#journalName,
      instance: deps.instance,
      timing,
      report: () => ({ figures: heartbeatFigures(journal.figures()), isDrained: journal.size === 0 }),
      log,
    });
    this.#freezeDetector = new FreezeDetector((since) => this.#store.noteFreeze(since));
    this.outageStore = createOutageStore({
      watch: this.#watch,
      freezeDetector: this.#freezeDetector,
      journal,
      locks: this.#locks,
      store: this.#store,
      eligibility: this.eligibility,
      featureFlags,
      untilJournalsDrained: async () => {
        // Heartbeats do not speak for a process that died long ago, or that started while the database was unavailable.
        return (await this.#watch.untilDrained()) && (await this.#abandonedReplays.add(null)).isComplete;
      },
    });
    this.#watch.onReturn(() => {
      this.eligibility.catchUp();
      this.#wake();
    });
    listener.on(syncChannel, { onNotify: () => this.#wake(), onListening: () => undefined });
    // The last known state of the toggle, for a start while the database is unavailable.
    if (journal.note('enabled') === 'false') featureFlags.set('dbFallback', false);
    featureFlags.watch((feature, isOn) => {
      if (feature === 'dbFallback' && journal.note('enabled') !== String(isOn))
        journal.writeNote('enabled', String(isOn));
    });
  }

  get isUnavailable(): boolean {
    return this.#watch.isUnavailable;
  }

  /** This process's journal: how many operations wait in it, and how full it is. */
  get journal(): Pick<Journal, 'size' | 'share'> {
    return this.#journal;
  }

  /** Resolves when the database first becomes unavailable. */
  get untilUnavailable(): Promise<void> {
    return this.#watch.untilUnavailable;
  }

  /** Whether texts can be received: by the database, or by a journal with free space and a fresh eligibility snapshot. */
  isReady(): boolean {
    if (!this.isUnavailable) return this.#watch.hasAnswered;
    return this.#deps.featureFlags.isOn('dbFallback') && !this.#journal.isFull && this.eligibility.isFresh;
  }

  /** Reports a database error. */
  reportFailure(error: unknown): void {
    this.#watch.reportFailure(error);
  }

  /** @param onHandedOff called when there may be texts to lease from the database */
  async start(onHandedOff: () => void): Promise<void> {
    this.#onHandedOff = onHandedOff;
    await this.#watch.start();
    this.eligibility.start();
    this.#running = this.#run();
  }

  /** Stops; pending operations stay in the journal for the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await this.#running;
    this.#freezeDetector[Symbol.dispose]();
    await this.eligibility.stop();
    await this.#watch.stop(this.#journal.size === 0);
    this.#locks.close();
    this.#journal.close();
  }

  async status(): Promise<DbFallbackView> {
    const pool = this.isUnavailable ? null : this.#deps.pool;
    return describeQueue(pool, this.#journalName, this.#journal.figures(), this.#deps.featureFlags.isOn('dbFallback'));
  }

  /** Replays this process's journal now, and asks the other processes to do the same. */
  async sync(): Promise<{ synced: number; remaining: number }> {
    if (this.isUnavailable) throw unavailable();
    try {
      await askForReplay(this.#deps.pool, syncChannel);
      const synced = (await this.#replay()) + (await this.#abandonedReplays.add(null)).applied;
      const { queueSize } = await this.status();
      return { synced, remaining: queueSize };
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      this.reportFailure(error);
      throw unavailable(error);
    }
  }

  /** Until `stop`: replays the journal whenever it has entries and the database is available. */
  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      if (!this.isUnavailable) await this.#catchUp().catch((error: unknown) => this.#failedReplay(error));
      if (performance.now() >= this.#tidyAtMs) await this.#tidy();
      await this.#pause();
    }
  }

  /** Removes stale locks, and what was put aside so long ago that no one will look at it. */
  async #tidy(): Promise<void> {
    this.#tidyAtMs = performance.now() + tidyEveryMs;
    try {
      await this.#locks.removeStale();
      this.#journal.forgetDeadLetters(this.#forgetBefore);
      removeDamagedJournals(this.#folder, this.#forgetBefore);
    } catch (error) {
      this.#deps.log.warn({ event: 'claims_not_swept', ...errorFields(error) }, 'will be tried again in a minute');
    }
  }

  get #forgetBefore(): number {
    return Date.now() - this.#deps.keepDays * dayMs;
  }

  async #catchUp(): Promise<void> {
    if (this.#journal.size > 0) await this.#replay();
    const isWaiting = !this.#watch.areOthersDrained; // perhaps for a dead process
    if (isWaiting || performance.now() >= this.#abandonedAtMs) await this.#abandonedReplays.add(null);
  }

  async #replayAbandonedOnce(): Promise<AbandonedReplay> {
    this.#abandonedAtMs = performance.now() + abandonedEveryMs;
    const result = await replayAbandonedJournals({
      ...this.#deps,
      pool: this.#deps.textPool,
      locks: this.#locks,
      folder: this.#folder,
      forgetBefore: this.#forgetBefore,
      journalName: (index) => this.#nameOf(index),
    });
    if (result.applied > 0) this.#onHandedOff();
    return result;
  }

  #nameOf(index: number): string {
    return `${this.#deps.machine}/${index}`;
  }

  /** One replay at a time; concurrent callers share its result. */
  #replay(): Promise<number> {
    this.#replaying ??= replayJournal({
      pool: this.#deps.textPool,
      journal: this.#journal,
      locks: this.#locks,
      log: this.#deps.log,
      phoneHash: this.#deps.phoneHash,
      redactDropped: this.#deps.redactDropped,
      isIdle: (key) => this.#store.isIdle(key),
      onHandedOff: (entries) => this.#store.handOff(entries.map(({ key }) => key)),
      onApplied: (entries) => {
        this.#store.forget(entries);
        this.eligibility.applied(entries.map(({ id }) => id));
      },
    })
      .then((applied) => {
        if (applied > 0) {
          this.#deps.log.info({ event: 'journal_replayed', count: applied }, 'replayed the journal');
          this.#onHandedOff();
        }
        return applied;
      })
      .finally(() => {
        this.#replaying = null;
      });
    return this.#replaying;
  }

  #failedReplay(error: unknown): void {
    this.reportFailure(error);
    this.#deps.log.warn(
      { event: 'replay_failed', ...errorFields(error) },
      'could not replay the journal, will try again',
    );
  }

  async #pause(): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([woken, pause(this.#deps.timing.pollMs, this.#stopping.signal)]);
  }
}

function unavailable(cause?: unknown): AppError {
  const message = "Our database is briefly unavailable. The queue will be saved automatically when it's back.";
  return new AppError('temporarily_unavailable', message, { retryAfterSeconds: 5, cause });
}
