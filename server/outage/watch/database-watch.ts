import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import { databaseFailureOf } from '#server/db/connection-errors.ts';
import { connectionRefusal } from '#server/db/refusals.ts';
import { withTimeout } from '#server/db/statement.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import { pause } from '#server/platform/pause.ts';
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
  /**
   * Timeout in ms (10 s) to connect and for the answer while the database is unavailable. A process that writes to its
   * journal on a slow disk may need seconds for the turns of the event loop that a connection takes; with the time of a
   * heartbeat it would stay unavailable for as long as texts come in.
   */
  readonly patienceMs?: number;
};

/** Timeouts of a heartbeat. It is tried twice, so a frozen database is detected within four or five seconds. */
const connectMs = 1500;
const answerMs = 2000;
/** Either one while the database is unavailable. */
const defaultPatienceMs = 10_000;
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
  /** The last heartbeat, and when it began (`performance.now()`). */
  #last: (Heartbeat & { readonly beganAtMs: number }) | null = null;
  /** Since the last heartbeat the connection broke: there may have been an outage that this process missed. */
  #isReconnected = false;
  /** Set while texts from before this time may be in a journal of this or another process. */
  #heldBefore: Date | null = null;
  #heldSinceMs = 0;
  /** Why the database refuses us, as last logged, so that each reason is logged once; null after a heartbeat. */
  #refusal: string | null = null;
  readonly #onReturn: (() => void)[] = [];
  readonly #unavailable = Promise.withResolvers<void>();

  constructor(deps: WatchDeps) {
    this.#deps = deps;
  }

  get isUnavailable(): boolean {
    return this.#breaker.isOpen;
  }

  /** Resolves when the database first becomes unavailable. */
  get untilUnavailable(): Promise<void> {
    return this.#unavailable.promise;
  }

  /** See `LeaseGate` in texting/store/text-store.ts. */
  get gate(): { readonly notBefore: Date | null; readonly startedAt: Date | null } {
    return { notBefore: this.#heldBefore, startedAt: this.#startedAt };
  }

  /** Whether every other process has a recent heartbeat and an empty journal. */
  get areOthersDrained(): boolean {
    return !this.isUnavailable && this.#last?.areOthersDrained === true && this.#heldBefore === null;
  }

  /**
   * Waits until every journal, this process's own too, has been empty at a moment after this call: whatever was sent
   * before the call is in the database then. Takes one heartbeat where there is no other process, else about two of its.
   * @returns false when that is not known after five heartbeats
   */
  async untilDrained(): Promise<boolean> {
    const { report, timing } = this.#deps;
    const askedAtMs = performance.now();
    /** Not before this call, by the database's clock. */
    let since: Date | null = null;
    do {
      await this.#sharedHeartbeat();
      if (this.#last !== null && this.#last.beganAtMs >= askedAtMs) since ??= this.#last.now;
      if (since !== null && !this.#isOtherBehind(since) && report().isDrained && !this.isUnavailable) return true;
    } while (
      (await this.#pause(timing.instanceHeartbeatMs / 4)) &&
      performance.now() - askedAtMs < timing.instanceHeartbeatMs * 5
    );
    return false;
  }

  onReturn(act: () => void): void {
    this.#onReturn.push(act);
  }

  /** Whether the database has responded since the start. */
  get hasAnswered(): boolean {
    return this.#startedAt !== null;
  }

  /** Reports a database error. Proof of an outage counts immediately; after a timeout the database is probed. */
  reportFailure(error: unknown): void {
    const how = databaseFailureOf(error);
    if (how === 'down') this.#open(error);
    if (how === 'timeout') void this.probe();
  }

  /** Probes the database for up to about four seconds, unless it is known to be unavailable. @returns whether it is */
  async probe(): Promise<boolean> {
    if (!this.isUnavailable && !this.#stopping.signal.aborted) await this.#sharedHeartbeat();
    return this.isUnavailable;
  }

  /** Sends heartbeats until it is stopped; the first is done when this returns. */
  async start(): Promise<void> {
    await this.#sharedHeartbeat();
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
    while (await this.#pause(this.#deps.timing.instanceHeartbeatMs)) await this.#sharedHeartbeat();
  }

  /** @returns false once it is stopped */
  #pause(ms: number): Promise<boolean> {
    return pause(ms, this.#stopping.signal);
  }

  /** One heartbeat at a time; concurrent callers share its result. */
  #sharedHeartbeat(): Promise<void> {
    this.#pendingHeartbeat ??= this.#heartbeatWithRetry().finally(() => {
      this.#pendingHeartbeat = null;
    });
    return this.#pendingHeartbeat;
  }

  /** Retries once over a new connection, because a connection may break and a load peak may pass. */
  async #heartbeatWithRetry(): Promise<void> {
    const first = await this.#tryHeartbeat();
    const error = first === null || this.isUnavailable ? first : await this.#tryHeartbeat();
    if (error !== null) this.#open(error);
  }

  /** @returns the error that proves an outage; null on success or for any other error, such as a missing table */
  async #tryHeartbeat(): Promise<unknown> {
    try {
      const beganAtMs = performance.now();
      this.#learn({ ...(await this.#writeHeartbeat()), beganAtMs });
      return null;
    } catch (error) {
      await this.#disconnect();
      if (databaseFailureOf(error) !== null) return error;
      this.#logRefusal(error);
      return null;
    }
  }

  /** Logs, once per reason, why a database that is back stays unusable, such as another password: nothing else does. */
  #logRefusal(error: unknown): void {
    const refusal = connectionRefusal(error);
    if (refusal === null || refusal.problem === this.#refusal) return;
    this.#refusal = refusal.problem;
    this.#deps.log.error({ event: 'database_refuses', ...errorFields(error) }, `${refusal.problem} ${refusal.remedy}`);
  }

  #open(error: unknown): void {
    if (!this.#breaker.recordFailure()) return;
    this.#deps.log.error(
      { event: 'database_unavailable', ...errorFields(error) },
      'the database is unavailable: texts go to the journal',
    );
    this.#unavailable.resolve();
  }

  async #writeHeartbeat(): Promise<Heartbeat> {
    const { journalName, instance, report, timing } = this.#deps;
    const client = (this.#client ??= await this.#connect());
    const { figures, isDrained } = report();
    const drainedAt = isDrained && !this.isUnavailable ? (this.#last?.now ?? null) : null;
    return heartbeat(
      withTimeout(client, this.#timeoutMs(answerMs)),
      { journalName, instance, drainedAt, journal: figures },
      {
        downMs: timing.instanceDownMs,
        timeoutMs: timing.instanceHeartbeatMs * 5,
      },
    );
  }

  #learn(last: Heartbeat & { readonly beganAtMs: number }): void {
    const { now, startedAt } = last;
    const nowMs = performance.now();
    const { timing, log } = this.#deps;
    const isNew = this.#startedAt === null;
    const isLate = !isNew && nowMs - this.#lastHeartbeatMs > lateMs;
    const isRestarted = !isNew && startedAt.getTime() !== this.#startedAt?.getTime();
    const isReconnected = this.#isReconnected;
    this.#isReconnected = false;
    this.#lastHeartbeatMs = nowMs;
    this.#refusal = null;
    this.#startedAt = startedAt;
    this.#last = last;
    // A process that has just started may have missed an outage too.
    if (isNew || isLate || isRestarted || isReconnected || this.isUnavailable) {
      this.#heldBefore = now;
      this.#heldSinceMs = nowMs;
    }
    // Of the other journals only what they were after the outage counts.
    const isOtherBehind = this.#heldBefore !== null && this.#isOtherBehind(this.#heldBefore);
    const isClear = !isOtherBehind && this.#deps.report().isDrained && (isNew || this.#heldBefore !== now);
    // A process that cannot empty its journal must not block the others forever.
    if (isClear || nowMs - this.#heldSinceMs > timing.behindMaxMs) this.#heldBefore = null;
    if (!this.#breaker.recordSuccess()) return;
    log.warn({ event: 'database_back' }, 'the database is available again');
    for (const act of this.#onReturn) act();
  }

  /** Whether the journal of another process that counts as alive may not have been empty since then. */
  #isOtherBehind(since: Date): boolean {
    const drainedAt = this.#last?.othersDrainedAt ?? null;
    return drainedAt !== null && drainedAt <= since;
  }

  /** A timeout of `ms`; `patienceMs` while the database is known to be unavailable. */
  #timeoutMs(ms: number): number {
    return this.isUnavailable ? (this.#deps.patienceMs ?? defaultPatienceMs) : ms;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#deps.url,
      application_name: 'askline-watch',
      connectionTimeoutMillis: this.#timeoutMs(connectMs),
      query_timeout: answerMs,
      keepAlive: true,
    });
    client.on('error', () => void this.probe());
    // A stop waits for no database that is unavailable.
    const { signal } = this.#stopping;
    const giveUp = (): void => {
      if (this.isUnavailable) client.connection.stream.destroy();
    };
    signal.addEventListener('abort', giveUp);
    client.on('end', () => signal.removeEventListener('abort', giveUp));
    await client.connect();
    return client;
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    this.#isReconnected = true;
    await Promise.race([client?.end().catch(() => undefined), wait(200, undefined, { ref: false })]);
  }
}
