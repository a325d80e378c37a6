import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import { howAway } from '#server/platform/database-away.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import type { Timing } from '#server/texting/timing.ts';

import { Breaker } from './breaker.ts';
import { type Beat, beat, signOff } from './heartbeat.repo.ts';

export type WatchParts = {
  readonly url: string;
  /** Names this process's journal among all. */
  readonly slot: string;
  readonly instance: string;
  readonly timing: Pick<Timing, 'beatMs' | 'instanceGoneMs' | 'behindMaxMs'>;
  /** What the heartbeat tells of the journal: its figures, and whether others need not wait for it. */
  readonly report: () => { readonly figures: object; readonly isSettled: boolean };
  readonly log: Log;
};

/** How long a beat waits. It is tried twice, so that a frozen database is found within four or five seconds. */
const connectMs = 1500;
const answerMs = 2000;
/** After so long without a beat there may have been an outage that this process has not seen. */
const lateMs = 3000;

/**
 * Knows whether the database is away: by a write once a second over a connection of its own, and by errors that are
 * evidence of the connection. That others wait too long for an answer is none: it makes the watch ask at once. After an
 * outage it also knows when the texts from before may be worked on: once no journal holds one of them.
 */
export class DatabaseWatch {
  readonly #parts: WatchParts;
  readonly #breaker = new Breaker();
  readonly #stopping = new AbortController();
  #client: pg.Client | null = null;
  #running: Promise<void> = Promise.resolve();
  #beating: Promise<void> | null = null;
  #lastBeatMs = 0;
  #startedAt: Date | null = null;
  /** Set while texts from before this time may be in a journal, of this process or another. */
  #heldBefore: Date | null = null;
  /**
   * The others must have been heard of since: what one said before an outage says nothing about its journal now. A
   * process that has just started may have slept through one, so it believes no one until they speak up again.
   */
  #believesSince: Date | 'infinity' | null = 'infinity';
  #heldSinceMs = 0;
  #isOtherSilent = true;
  readonly #onReturn: (() => void)[] = [];
  readonly #away = Promise.withResolvers<void>();

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  get isAway(): boolean {
    return this.#breaker.isOpen;
  }

  /** Resolves the first time that the database is away. */
  get untilAway(): Promise<void> {
    return this.#away.promise;
  }

  /** See texting/queue.repo.ts, LeaseGate. */
  get gate(): { readonly notBefore: Date | null; readonly startedAt: Date | null } {
    return { notBefore: this.#heldBefore, startedAt: this.#startedAt };
  }

  /** Whether every other process was heard of just now and has an empty journal. */
  get areOthersSettled(): boolean {
    return !this.isAway && !this.#isOtherSilent && this.#heldBefore === null;
  }

  onReturn(act: () => void): void {
    this.#onReturn.push(act);
  }

  /** Whether the database has answered at all since the start. */
  get hasAnswered(): boolean {
    return this.#startedAt !== null;
  }

  /** An error of the database was met. Evidence counts at once; after a silence the database is asked. */
  failed(error: unknown): void {
    const how = howAway(error);
    if (how === 'gone') this.#open(error);
    if (how === 'silent') void this.verdict();
  }

  /** Asks the database now, unless it is known to be away, for up to some four seconds. @returns whether it is away */
  async verdict(): Promise<boolean> {
    if (!this.isAway && !this.#stopping.signal.aborted) await this.#beatOnce();
    return this.isAway;
  }

  /** Beats until it is stopped; the first beat is over when this returns. */
  async start(): Promise<void> {
    await this.#beatOnce();
    this.#running = this.#run();
  }

  /** @param isLeaving the journal is empty, so that no one need wait for this process */
  async stop(isLeaving: boolean): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    if (isLeaving && this.#client) await signOff(this.#client, this.#parts.slot).catch(() => undefined);
    await this.#disconnect();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { beatMs } = this.#parts.timing;
    const pause = (): Promise<boolean> => wait(beatMs, true, { signal }).catch(() => false); // false: it is to stop
    while (await pause()) await this.#beatOnce();
  }

  /** One at a time; who asks meanwhile gets the result of the one that runs. */
  #beatOnce(): Promise<void> {
    this.#beating ??= this.#once().finally(() => {
      this.#beating = null;
    });
    return this.#beating;
  }

  /** A connection may break, and a moment of load pass: what a new connection says counts. */
  async #once(): Promise<void> {
    const first = await this.#try();
    const error = first === null || this.isAway ? first : await this.#try();
    if (error !== null) this.#open(error);
  }

  /** @returns the error that keeps the database from answering; null for any other: a table that is not there yet, say */
  async #try(): Promise<unknown> {
    try {
      this.#learn(await this.#beat());
      return null;
    } catch (error) {
      await this.#disconnect();
      return howAway(error) === null ? null : error;
    }
  }

  #open(error: unknown): void {
    if (!this.#breaker.failed()) return;
    this.#parts.log.error(
      { event: 'database_away', ...errorFields(error) },
      'the database is away: texts go on by the journal',
    );
    this.#away.resolve();
  }

  async #beat(): Promise<Beat> {
    const { slot, instance, report, timing } = this.#parts;
    this.#client ??= await this.#connect();
    const { figures, isSettled } = report();
    const values = [slot, instance, isSettled && !this.isAway, JSON.stringify(figures), this.#believesSince] as const;
    const [row] = await beat(this.#client, ...values, timing.instanceGoneMs, timing.beatMs * 5);
    if (row === undefined) throw new Error('no beat');
    return row;
  }

  #learn({ now, startedAt, isOtherBehind, isOtherSilent }: Beat): void {
    const nowMs = performance.now();
    const { timing, log } = this.#parts;
    const isNew = this.#startedAt === null;
    const isLate = !isNew && nowMs - this.#lastBeatMs > lateMs;
    const isRestarted = !isNew && startedAt.getTime() !== this.#startedAt?.getTime();
    this.#lastBeatMs = nowMs;
    this.#startedAt = startedAt;
    this.#isOtherSilent = isOtherSilent;
    if (isNew || isLate || isRestarted || this.isAway) {
      this.#heldBefore = now;
      this.#heldSinceMs = nowMs;
      this.#believesSince = now;
    }
    const isClear = !isOtherBehind && this.#parts.report().isSettled && (isNew || this.#heldBefore !== now);
    // A process that cannot get rid of its journal must not keep the others from answering for ever.
    if (isClear || nowMs - this.#heldSinceMs > timing.behindMaxMs) {
      this.#heldBefore = null;
      this.#believesSince = null;
    }
    if (!this.#breaker.probed()) return;
    log.warn({ event: 'database_back' }, 'the database is back');
    for (const act of this.#onReturn) act();
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#parts.url,
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
