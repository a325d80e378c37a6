import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import type { OperatorAlerts } from '#server/observability/alerts.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import type { SignalEvent } from '#server/observability/signals/signal-lines.ts';
import type { SignalReadings } from '#server/observability/signals/signal-metrics.ts';
import { SignalState } from '#server/observability/signals/signal-state.ts';
import { type SignalCode, signals } from '#server/observability/signals/signals.ts';

import type { Firing } from '../desk/firing-signals.repo.ts';

export type SignalWatchDeps = {
  readonly readMetrics: () => Promise<SignalReadings>;
  readonly alerts: OperatorAlerts;
  /** Reads what the channels need to know before the database may become unavailable. */
  readonly prepare: () => Promise<void>;
  /** Records for the other processes what fires in this one. Called when something fires, and once when nothing does anymore. */
  readonly record: (firing: readonly Firing[]) => Promise<void>;
  /** Pings the dead-man's switch; null without one. */
  readonly heartbeat: (() => Promise<void>) | null;
  readonly log: Log;
  /** From the end of a check to the next; half a minute unless set. */
  readonly checkEveryMs?: number;
};

/** A little less than a minute, so that an early check does not skip one. */
const heartbeatEveryMs = 55_000;
/** Readings as old as this are repeated when the metrics are scraped. */
const freshMs = 10_000;

/**
 * Watches all signals in one process: reads the metrics twice a minute, and the events of its own log as they come. All
 * processes together send each alert once per hour (critical) or day (warning). Works without the job queue, because an
 * unavailable database is one of the signals.
 */
export class SignalWatch {
  readonly #deps: SignalWatchDeps;
  readonly #state = new SignalState();
  /** The scope in which this process raised a signal last. */
  readonly #raisedIn = new Map<SignalCode, string>();
  /** When the newest event of a signal was. */
  readonly #occurredAt = new Map<SignalCode, Date>();
  readonly #raising = new Set<Promise<void>>();
  /** Since when what fires has fired. */
  readonly #firingSince = new Map<SignalCode, Date>();
  #hasRecorded = false;
  #reading: { readonly at: number; readonly readings: Promise<SignalReadings> } | null = null;
  #heartbeatAt = -Infinity;
  #isRunning = false;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<unknown> = Promise.resolve();

  constructor(deps: SignalWatchDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#isRunning = true;
    // It is tried again when an alert goes out.
    void this.#deps.prepare().catch(() => undefined);
    this.#schedule();
  }

  #schedule(): void {
    const { checkEveryMs = 30_000 } = this.#deps;
    this.#timer = setTimeout(() => {
      this.#checking = this.check().finally(() => {
        if (this.#isRunning) this.#schedule();
      });
    }, checkEveryMs).unref();
  }

  /** Waits for a check and for alerts that are under way. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    await this.#checking;
    await Promise.all(this.#raising);
  }

  /** Notes an event of a signal, and raises its alert if it fires now. */
  occurred(event: SignalEvent): void {
    const now = performance.now();
    this.#state.occurred(event, now);
    this.#occurredAt.set(event.code, new Date());
    if (this.#isRunning && this.#state.isFiringEvent(event.code, now)) this.#raiseOnce(event.code);
  }

  /** The latest readings, at most ten seconds old. */
  readings(): Promise<SignalReadings> {
    const now = performance.now();
    if (this.#reading === null || now - this.#reading.at > freshMs) {
      this.#reading = { at: now, readings: this.#deps.readMetrics() };
    }
    return this.#reading.readings;
  }

  /** Checks all signals: raises alerts, and pings the dead-man's switch if nothing critical fires. @returns what fires */
  async check(): Promise<SignalCode[]> {
    // No alert waits for it: without the database it may end only at a timeout.
    const prepared = this.#deps.prepare().catch(() => undefined);
    try {
      this.#reading = { at: performance.now(), readings: this.#deps.readMetrics() };
      const firing = this.#evaluate(await this.#reading.readings);
      for (const code of firing) this.#raiseOnce(code);
      await this.#record();
      await Promise.all(this.#raising);
      if (!firing.some((code) => signals[code].severity === 'critical')) await this.#beat();
      return firing;
    } catch (error) {
      this.#deps.log.warn(
        { event: 'job_failed', job: 'watch-signals', ...errorFields(error) },
        'could not check the signals',
      );
      return [];
    } finally {
      await prepared;
    }
  }

  /** What fires in this process now, by metrics that are at most ten seconds old. Raises no alert. */
  async firing(): Promise<Firing[]> {
    this.#evaluate(await this.readings());
    return [...this.#firingSince].map(([code, since]) => ({ code, since }));
  }

  #evaluate(readings: SignalReadings): SignalCode[] {
    const firing = this.#state.check(readings, performance.now());
    for (const code of this.#firingSince.keys()) if (!firing.includes(code)) this.#firingSince.delete(code);
    for (const code of firing) if (!this.#firingSince.has(code)) this.#firingSince.set(code, new Date());
    return firing;
  }

  async #record(): Promise<void> {
    const firing = [...this.#firingSince].map(([code, since]) => ({ code, since }));
    if (firing.length === 0 && !this.#hasRecorded) return;
    await this.#deps.record(firing).then(
      () => (this.#hasRecorded = firing.length > 0),
      (error: unknown) => {
        // Without the database each process shows its own signals.
        if (!isDatabaseUnavailable(error)) throw error;
      },
    );
  }

  async #beat(): Promise<void> {
    const { heartbeat, log } = this.#deps;
    const now = performance.now();
    if (heartbeat === null || now - this.#heartbeatAt < heartbeatEveryMs) return;
    this.#heartbeatAt = now;
    await heartbeat().catch((error: unknown) => {
      const fields = { event: 'alert_channel_failed', name: 'heartbeat', ...errorFields(error) };
      log.error(fields, 'the heartbeat could not be sent');
    });
  }

  #raiseOnce(code: SignalCode): void {
    const { alerts, log } = this.#deps;
    // An event fires for minutes: its alert belongs to its own hour, and is not sent again in the next one.
    const scope = scopeOf(code, this.#occurredAt.get(code) ?? new Date());
    if (this.#raisedIn.get(code) === scope) return;
    this.#raisedIn.set(code, scope);
    const raised = alerts
      .raise(code, { scope })
      .then(() => undefined)
      .catch((error: unknown) => {
        this.#raisedIn.delete(code);
        log.warn({ event: 'job_failed', job: 'raise-alert', ...errorFields(error) }, 'an alert will be raised again');
      })
      .finally(() => this.#raising.delete(raised));
    this.#raising.add(raised);
  }
}

/** The period in which a signal is alerted once: the hour for a critical one, the day for a warning, in UTC. */
function scopeOf(code: SignalCode, at: Date): string {
  return at.toISOString().slice(0, signals[code].severity === 'critical' ? 13 : 10);
}
