import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import type { OperatorAlerts } from '#server/observability/alerts.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import type { Figures } from '#server/observability/signals/figures.ts';
import type { SignalEvent } from '#server/observability/signals/signal-lines.ts';
import { SignalState } from '#server/observability/signals/signal-state.ts';
import { type SignalCode, signals } from '#server/observability/signals/signals.ts';

import type { Firing } from '../desk/firing-signals.repo.ts';

export type SignalWatchDeps = {
  readonly readFigures: () => Promise<Figures>;
  readonly alerts: OperatorAlerts;
  /** Reads what the channels need to know before the database may become unavailable. */
  readonly prepare: () => Promise<void>;
  /** Tells the other processes what fires in this one. Called when something fires, and once when nothing does any more. */
  readonly record: (firing: readonly Firing[]) => Promise<void>;
  /** Tells the dead-man's switch that all is well; null without one. */
  readonly heartbeat: (() => Promise<void>) | null;
  readonly log: Log;
  /** From the end of a look to the next; half a minute unless set. */
  readonly lookEveryMs?: number;
};

/** A little less than a minute, so that a look that comes early does not skip one. */
const heartbeatEveryMs = 55_000;
/** Figures as old as this are read again when the metrics are scraped. */
const freshMs = 10_000;

/**
 * Watches all signals in one process: looks at the figures twice a minute, and at the events of its own log as they
 * come. Alerts are told once for each hour (critical) or day (warning) by all processes together. Works without the
 * job queue, because it also has to tell that the database is unavailable.
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
  #reading: { readonly at: number; readonly figures: Promise<Figures> } | null = null;
  #heartbeatAt = -Infinity;
  #isRunning = false;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<unknown> = Promise.resolve();

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
    const { lookEveryMs = 30_000 } = this.#deps;
    this.#timer = setTimeout(() => {
      this.#looking = this.look().finally(() => {
        if (this.#isRunning) this.#schedule();
      });
    }, lookEveryMs).unref();
  }

  /** Waits for a look and for alerts that are under way. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#raising);
  }

  /** Notes an event of a signal, and raises its alert if it fires now. */
  occurred(event: SignalEvent): void {
    const now = performance.now();
    this.#state.occurred(event, now);
    this.#occurredAt.set(event.code, new Date());
    if (this.#isRunning && this.#state.isFiringEvent(event.code, now)) this.#raiseOnce(event.code);
  }

  /** The latest figures, at most ten seconds old. */
  figures(): Promise<Figures> {
    const now = performance.now();
    if (this.#reading === null || now - this.#reading.at > freshMs) {
      this.#reading = { at: now, figures: this.#deps.readFigures() };
    }
    return this.#reading.figures;
  }

  /** One look at all signals: raises alerts, and tells the dead-man's switch if nothing critical fires. @returns what fires */
  async look(): Promise<SignalCode[]> {
    await this.#deps.prepare().catch(() => undefined);
    try {
      this.#reading = { at: performance.now(), figures: this.#deps.readFigures() };
      const firing = this.#evaluate(await this.#reading.figures);
      for (const code of firing) this.#raiseOnce(code);
      await this.#record();
      await Promise.all(this.#raising);
      if (!firing.some((code) => signals[code].severity === 'critical')) await this.#beat();
      return firing;
    } catch (error) {
      this.#deps.log.warn({ event: 'job_failed', job: 'watch-signals', ...errorFields(error) }, 'a look failed');
      return [];
    }
  }

  /** What fires in this process now, by figures that are at most ten seconds old. Raises no alert. */
  async firing(): Promise<Firing[]> {
    this.#evaluate(await this.figures());
    return [...this.#firingSince].map(([code, since]) => ({ code, since }));
  }

  #evaluate(figures: Figures): SignalCode[] {
    const firing = this.#state.look(figures, performance.now());
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
      log.error(fields, 'the heartbeat could not be told');
    });
  }

  #raiseOnce(code: SignalCode): void {
    const { alerts, log } = this.#deps;
    // An event fires for minutes: it is told in its own hour, not again in the next one.
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

/** The time in which a signal is told once: the hour of a critical one, the day of a warning, in UTC. */
function scopeOf(code: SignalCode, at: Date): string {
  return at.toISOString().slice(0, signals[code].severity === 'critical' ? 13 : 10);
}
