import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import { databaseFailureOf } from '#server/db/connection-errors.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import type { Timing } from '#server/texting/timing.ts';

import { Breaker } from './breaker.ts';
import { type Heartbeat, heartbeat, signOff } from './heartbeat.repo.ts';

export type WatchDeps = {
  readonly url: string;
  /** Identifies this process's journal among all. */
  readonly journalName: string;
  readonly instance: string;
  readonly timing: Pick<Timing, 'instanceHeartbeatMs' | 'instanceDownMs' | 'behindMaxMs'>;
  /** What the heartbeat reports about the journal: its figures, and whether it is empty so that no one waits for it. */
  readonly report: () => { readonly figures: object; readonly isDrained: boolean };
  readonly log: Log;
};

/** Timeouts of a heartbeat. It is tried twice, so a frozen database is detected within four or five seconds. */
const connectMs = 1500;
const answerMs = 2000;
/** After this long without a heartbeat there may have been an outage that this process missed. */
const lateMs = 3000;

/**
 * Detects whether the database is unavailable: by a write once a second over its own connection, and by errors that prove
 * a lost connection. A timeout elsewhere proves nothing; it triggers an immediate probe. After an outage the watch also
 * decides when earlier texts may be processed: once no journal can hold one of them.
 */
export class DatabaseWatch {
  readonly #deps: WatchDeps;
  readonly #breaker = new Breaker();
  readonly #stopping = new AbortController();
  #client: pg.Client | null = null;
  #running: Promise<void> = Promise.resolve();
  #pendingHeartbeat: Promise<void> | null = null;
  #lastHeartbeatMs = 0;
  #startedAt: Date | null = null;
  /** Set while texts from before this time may be in a journal of this or another process. */
  #heldBefore: Date | null = null;
  /**
   * Only heartbeats since then count: an earlier one says nothing about a journal after the outage. A process that has
   * just started may have missed an outage, so it trusts no process until its next heartbeat.
   */
  #believesSince: Date | 'infinity' | null = 'infinity';
  #heldSinceMs = 0;
  #isOtherTimedOut = true;
  readonly #onReturn: (() => void)[] = [];
  readonly #away = Promise.withResolvers<void>();

  constructor(deps: WatchDeps) {
    this.#deps = deps;
  }

  get isAway(): boolean {
    return this.#breaker.isOpen;
  }

  /** Resolves when the database first becomes unavailable. */
  get untilAway(): Promise<void> {
    return this.#away.promise;
  }

  /** See `LeaseGate` in texting/store/text-store.ts. */
  get gate(): { readonly notBefore: Date | null; readonly startedAt: Date | null } {
    return { notBefore: this.#heldBefore, startedAt: this.#startedAt };
  }

  /** Whether every other process has a recent heartbeat and an empty journal. */
  get areOthersDrained(): boolean {
    return !this.isAway && !this.#isOtherTimedOut && this.#heldBefore === null;
  }

  onReturn(act: () => void): void {
    this.#onReturn.push(act);
  }

  /** Whether the database has responded since the start. */
  get hasAnswered(): boolean {
    return this.#startedAt !== null;
  }

  /** Reports a database error. Proof of an outage counts immediately; after a timeout the database is probed. */
  failed(error: unknown): void {
    const how = databaseFailureOf(error);
    if (how === 'down') this.#open(error);
    if (how === 'timeout') void this.verdict();
  }

  /** Probes the database for up to about four seconds, unless it is known to be unavailable. @returns whether it is */
  async verdict(): Promise<boolean> {
    if (!this.isAway && !this.#stopping.signal.aborted) await this.#heartbeatOnce();
    return this.isAway;
  }

  /** Sends heartbeats until it is stopped; the first is done when this returns. */
  async start(): Promise<void> {
    await this.#heartbeatOnce();
    this.#running = this.#run();
  }

  /** @param isLeaving the journal is empty, so that other processes need not wait for this one */
  async stop(isLeaving: boolean): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    if (isLeaving && this.#client) await signOff(this.#client, this.#deps.journalName).catch(() => undefined);
    await this.#disconnect();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { instanceHeartbeatMs } = this.#deps.timing;
    const pause = (): Promise<boolean> => wait(instanceHeartbeatMs, true, { signal }).catch(() => false); // false: stopped
    while (await pause()) await this.#heartbeatOnce();
  }

  /** One heartbeat at a time; concurrent callers share its result. */
  #heartbeatOnce(): Promise<void> {
    this.#pendingHeartbeat ??= this.#once().finally(() => {
      this.#pendingHeartbeat = null;
    });
    return this.#pendingHeartbeat;
  }

  /** Retries once over a new connection, because a connection may break and a load peak may pass. */
  async #once(): Promise<void> {
    const first = await this.#try();
    const error = first === null || this.isAway ? first : await this.#try();
    if (error !== null) this.#open(error);
  }

  /** @returns the error that proves an outage; null on success or for any other error, such as a missing table */
  async #try(): Promise<unknown> {
    try {
      this.#learn(await this.#heartbeat());
      return null;
    } catch (error) {
      await this.#disconnect();
      return databaseFailureOf(error) === null ? null : error;
    }
  }

  #open(error: unknown): void {
    if (!this.#breaker.failed()) return;
    this.#deps.log.error(
      { event: 'database_away', ...errorFields(error) },
      'the database is unavailable: texts go to the journal',
    );
    this.#away.resolve();
  }

  async #heartbeat(): Promise<Heartbeat> {
    const { journalName, instance, report, timing } = this.#deps;
    this.#client ??= await this.#connect();
    const { figures, isDrained } = report();
    const own = { journalName, instance, isDrained: isDrained && !this.isAway, journal: figures };
    return heartbeat(this.#client, own, this.#believesSince, {
      downMs: timing.instanceDownMs,
      timeoutMs: timing.instanceHeartbeatMs * 5,
    });
  }

  #learn({ now, startedAt, isOtherBehind, isOtherTimedOut }: Heartbeat): void {
    const nowMs = performance.now();
    const { timing, log } = this.#deps;
    const isNew = this.#startedAt === null;
    const isLate = !isNew && nowMs - this.#lastHeartbeatMs > lateMs;
    const isRestarted = !isNew && startedAt.getTime() !== this.#startedAt?.getTime();
    this.#lastHeartbeatMs = nowMs;
    this.#startedAt = startedAt;
    this.#isOtherTimedOut = isOtherTimedOut;
    if (isNew || isLate || isRestarted || this.isAway) {
      this.#heldBefore = now;
      this.#heldSinceMs = nowMs;
      this.#believesSince = now;
    }
    const isClear = !isOtherBehind && this.#deps.report().isDrained && (isNew || this.#heldBefore !== now);
    // A process that cannot empty its journal must not block the others forever.
    if (isClear || nowMs - this.#heldSinceMs > timing.behindMaxMs) {
      this.#heldBefore = null;
      this.#believesSince = null;
    }
    if (!this.#breaker.probed()) return;
    log.warn({ event: 'database_back' }, 'the database is available again');
    for (const act of this.#onReturn) act();
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#deps.url,
      application_name: 'askline-watch',
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
      keepAlive: true,
    });
    client.on('error', () => void this.verdict());
    await client.connect();
    return client;
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await Promise.race([client?.end().catch(() => undefined), wait(200, undefined, { ref: false })]);
  }
}
