import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { Pool } from 'pg';

import type { DbFallbackView } from '#contract/admin.ts';
import type { Listener } from '#server/db/listen.ts';
import { isDatabaseAway } from '#server/platform/database-away.ts';
import { AppError } from '#server/platform/errors.ts';
import type { FallbackQueue } from '#server/platform/fallback-queue.ts';
import type { Features } from '#server/platform/features.ts';
import { generatedSecret } from '#server/platform/generated-secrets.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import type { PhoneHash } from '#server/texting/phone-hash.ts';
import type { StandIn } from '#server/texting/text-store.ts';
import type { Timing } from '#server/texting/timing.ts';

import { Eligibility } from './eligibility/eligibility.flow.ts';
import { Claims } from './journal/claims.repo.ts';
import { JournalStore } from './journal/journal-store.flow.ts';
import { Journal, type JournalLimits } from './journal/journal.repo.ts';
import { askForReplay, describeQueue, heartbeatFigures } from './queue-view.repo.ts';
import { replayOrphans } from './replay/orphans.flow.ts';
import { replayJournal } from './replay/replay.flow.ts';
import { createStandIn } from './stand-in.flow.ts';
import { DatabaseWatch } from './watch/database-watch.flow.ts';
import { Wakefulness } from './watch/wakefulness.ts';

export type FallbackParts = {
  readonly databaseUrl: string;
  /** Journals rest in its folder `journal`. It must outlive the process, and is not shared between machines. */
  readonly dataDir: string;
  readonly limits: JournalLimits;
  readonly instance: string;
  readonly pool: Pool;
  /** For what belongs to the path of a text: carrying the journals out. */
  readonly textPool: Pool;
  readonly listener: Listener;
  readonly features: Features;
  readonly phoneHash: PhoneHash;
  readonly timing: Timing;
  readonly log: Log;
};

const syncChannel = 'fallback_sync';
const orphansEveryMs = 60_000;
const claimsEveryMs = 60_000;

/** What goes on while the database is away, and catches up afterwards: one for each process. */
export class Fallback implements FallbackQueue {
  readonly standIn: StandIn;
  readonly eligibility: Eligibility;
  readonly #parts: FallbackParts;
  readonly #journal: Journal;
  readonly #claims: Claims;
  readonly #store: JournalStore;
  readonly #watch: DatabaseWatch;
  readonly #wakefulness: Wakefulness;
  readonly #stopping = new AbortController();
  readonly #folder: string;
  readonly #machine: string;
  readonly #slot: string;
  #orphansAtMs = 0;
  #claimsAtMs = 0;
  #wake: () => void = () => undefined;
  #replaying: Promise<number> | null = null;
  #running: Promise<void> = Promise.resolve();
  #onHandedOver: () => void = () => undefined;

  constructor(parts: FallbackParts) {
    const { dataDir, limits, listener, features, timing, log } = parts;
    this.#parts = parts;
    this.#folder = join(dataDir, 'journal');
    this.#machine = generatedSecret(dataDir, 'machine-id').value;
    this.#journal = Journal.open(this.#folder, limits, log);
    this.#claims = new Claims(this.#folder);
    this.#slot = this.#slotName(this.#journal.slot);
    const journal = this.#journal;
    this.eligibility = new Eligibility({ ...parts, journal });
    this.#store = new JournalStore({ journal, stops: this.eligibility, timing, isAway: () => this.isAway });
    this.#watch = new DatabaseWatch({
      url: parts.databaseUrl,
      slot: this.#slot,
      instance: parts.instance,
      timing,
      report: () => ({ figures: heartbeatFigures(journal.figures()), isSettled: journal.size === 0 }),
      log,
    });
    this.#wakefulness = new Wakefulness((since) => this.#store.slept(since));
    this.standIn = createStandIn({
      watch: this.#watch,
      wakefulness: this.#wakefulness,
      journal,
      claims: this.#claims,
      store: this.#store,
      eligibility: this.eligibility,
      features,
    });
    this.#watch.onReturn(() => {
      this.eligibility.refresh();
      this.#wake();
    });
    listener.on(syncChannel, { onNotify: () => this.#wake(), onListening: () => undefined });
    // The toggle as it stood last, for a start while the database is away.
    if (journal.note('enabled') === 'false') features.set('dbFallback', false);
    features.watch((feature, isOn) => {
      if (feature === 'dbFallback' && journal.note('enabled') !== String(isOn))
        journal.writeNote('enabled', String(isOn));
    });
  }

  get isAway(): boolean {
    return this.#watch.isAway;
  }

  /** How many operations wait in this process's journal. */
  get waiting(): number {
    return this.#journal.size;
  }

  /** Resolves the first time that the database is away. */
  get untilAway(): Promise<void> {
    return this.#watch.untilAway;
  }

  /** Whether texts can be taken in: by the database, or by a journal that has room and knows who may be answered. */
  isReady(): boolean {
    if (!this.isAway) return this.#watch.hasAnswered;
    return this.#parts.features.isOn('dbFallback') && !this.#journal.isFull && this.eligibility.isFresh;
  }

  /** Someone met an error of the database. */
  failed(error: unknown): void {
    this.#watch.failed(error);
  }

  /** @param onHandedOver there may be texts to lease from the database */
  async start(onHandedOver: () => void): Promise<void> {
    this.#onHandedOver = onHandedOver;
    await this.#watch.start();
    this.eligibility.start();
    this.#running = this.#run();
  }

  /** Leaves what waits for the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await this.#running;
    this.#wakefulness[Symbol.dispose]();
    await this.eligibility.stop();
    await this.#watch.stop(this.#journal.size === 0);
    this.#journal.close();
  }

  async status(): Promise<DbFallbackView> {
    const pool = this.isAway ? null : this.#parts.pool;
    return describeQueue(pool, this.#slot, this.#journal.figures(), this.#parts.features.isOn('dbFallback'));
  }

  /** Carries out what waits here now, and asks the other processes to. */
  async sync(): Promise<{ synced: number; remaining: number }> {
    if (this.isAway) throw away();
    try {
      await askForReplay(this.#parts.pool, syncChannel);
      const synced = (await this.#replay()) + (await this.#replayOrphans());
      const { queueSize } = await this.status();
      return { synced, remaining: queueSize };
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      this.failed(error);
      throw away(error);
    }
  }

  /** Until the stop: carries the journal out whenever there is something, the database is there, and no one does. */
  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      if (!this.isAway) await this.#catchUp().catch((error: unknown) => this.#failedReplay(error));
      if (performance.now() >= this.#claimsAtMs) await this.#sweepClaims();
      await this.#pause();
    }
  }

  async #sweepClaims(): Promise<void> {
    this.#claimsAtMs = performance.now() + claimsEveryMs;
    await this.#claims.sweep().catch((error: unknown) => {
      this.#parts.log.warn({ event: 'claims_not_swept', ...errorFields(error) }, 'will be tried again in a minute');
    });
  }

  async #catchUp(): Promise<void> {
    if (this.#journal.size > 0) await this.#replay();
    const isWaiting = this.#watch.gate.notBefore !== null; // perhaps for a process that is dead
    if (isWaiting || performance.now() >= this.#orphansAtMs) await this.#replayOrphans();
  }

  async #replayOrphans(): Promise<number> {
    this.#orphansAtMs = performance.now() + orphansEveryMs;
    const applied = await replayOrphans({
      ...this.#parts,
      pool: this.#parts.textPool,
      claims: this.#claims,
      folder: this.#folder,
      slotName: (slot) => this.#slotName(slot),
    });
    if (applied > 0) this.#onHandedOver();
    return applied;
  }

  #slotName(slot: number): string {
    return `${this.#machine}/${slot}`;
  }

  /** One at a time; who asks meanwhile gets the result of the one that runs. */
  #replay(): Promise<number> {
    this.#replaying ??= replayJournal({
      pool: this.#parts.textPool,
      journal: this.#journal,
      claims: this.#claims,
      log: this.#parts.log,
      phoneHash: this.#parts.phoneHash,
      slot: this.#journal.slot,
      isIdle: (key) => this.#store.isIdle(key),
      isSpokenFor: (sid) => this.#store.isSpokenFor(sid),
      onHanded: (lines) => this.#store.handOver(lines.map(({ key }) => key)),
      onApplied: (lines) => {
        this.#store.forget(lines);
        this.eligibility.applied(lines.map(({ id }) => id));
      },
    })
      .then((applied) => {
        if (applied > 0) {
          this.#parts.log.info({ event: 'journal_replayed', count: applied }, 'carried out what waited in the journal');
          this.#onHandedOver();
        }
        return applied;
      })
      .finally(() => {
        this.#replaying = null;
      });
    return this.#replaying;
  }

  #failedReplay(error: unknown): void {
    this.failed(error);
    this.#parts.log.warn({ event: 'replay_failed', ...errorFields(error) }, 'the journal waits and is tried again');
  }

  async #pause(): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([
      woken,
      wait(this.#parts.timing.pollMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined),
    ]);
  }
}

function away(cause?: unknown): AppError {
  const message = 'The database is away: nothing can be written to it now. The queue is written as soon as it is back.';
  return new AppError('temporarily_unavailable', message, { retryAfterSeconds: 5, cause });
}
