import { createHash } from 'node:crypto';

import { type CompiledQuery, sql } from 'kysely';
import type { PoolClient } from 'pg';
import { type ConstructorOptions, PgBoss, type QueueResult, type SendOptions, type WorkOptions } from 'pg-boss';
import type { z } from 'zod';

import type { Db } from '#server/db/client.ts';
import { DatabaseUnavailableError } from '#server/db/connection-errors.ts';
import type { Listener } from '#server/db/listen.ts';
import { errorFields, type Log } from '#server/observability/log.ts';

/**
 * Background work other than answering texts. Must be safe to repeat, because a job whose process died runs again. The
 * payload holds ids only; its schema keeps plaintext out of the queue's tables.
 */
export type Job<Payload extends object = object> = {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** @param signal aborted when the process stops, which waits up to 20 s for the run to end */
  run(payload: Payload, signal: AbortSignal): Promise<void>;
  /** When it runs automatically with an empty payload, as a cron line in UTC. */
  readonly cron?: string;
  /** The longest run; after that the run counts as dead and starts again. */
  readonly expireSeconds: number;
  /** The number of retries; the waits double from `retryDelaySeconds` up to an hour. */
  readonly retries: number;
  readonly retryDelaySeconds?: number;
  /**
   * The job itself looks up what is due. Waiting jobs of its name (and key) are merged, and a new one starts
   * immediately instead of at the next poll.
   */
  readonly isWakeUp?: boolean;
};

export type JobQueueOptions = {
  readonly databaseUrl: string;
  /** Wakes this process for jobs that other processes add. Not started yet. */
  readonly listener: Pick<Listener, 'on'>;
  readonly log: Log;
  /** A lost notification delays a job by one poll at most. */
  readonly pollSeconds?: number;
};

const schema = 'background';
/** Where pg-boss notifies of jobs that are wake-ups (`notifyChannelSql` in its plans.js); the payload is the queue's name. */
const wakeUpChannel = `pgboss_${createHash('sha224').update(schema).digest('hex').slice(0, 24)}`;

/**
 * The queue of background jobs, shared by all processes, on pg-boss. It survives an unavailable database: pg-boss keeps
 * polling, and jobs that were running run again.
 *
 * It uses our own `Listener`: pg-boss's (`useListenNotify`, 12.35) removes the error listener before the connection has
 * ended, so a database that restarts at that moment would end the process.
 */
export class JobQueue {
  readonly #boss: PgBoss;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  #isOpen = false;
  readonly #polling: Pick<WorkOptions, 'pollingIntervalSeconds'>;
  /** pg-boss's worker for each job that runs here. */
  readonly #workers = new Map<string, string>();

  constructor({ databaseUrl, listener, log, pollSeconds = 2 }: JobQueueOptions) {
    this.#log = log;
    this.#polling = { pollingIntervalSeconds: pollSeconds };
    const options: ConstructorOptions = {
      connectionString: databaseUrl,
      application_name: 'askline-background',
      max: 4,
      connectionTimeoutMillis: 5000,
      schema,
      cronWorkerIntervalSeconds: 5,
      cronMonitorIntervalSeconds: 30,
    };
    this.#boss = new PgBoss(options);
    // Without a listener an error event would end the process.
    this.#boss.on('error', (error) => {
      log.warn({ event: 'background_error', ...errorFields(error) }, 'the background queue had an error');
    });
    listener.on(wakeUpChannel, {
      onNotify: (name) => this.#wake([name]),
      onListening: () => this.#wake(this.#workers.keys()),
    });
  }

  #wake(names: Iterable<string>): void {
    for (const name of names) {
      const worker = this.#workers.get(name);
      if (worker !== undefined) this.#boss.notifyWorker(worker);
    }
  }

  /** Connects and creates the queues; with `isWorker` also runs the jobs and schedules those with a cron line. */
  async start(jobs: readonly Job[], isWorker: boolean): Promise<void> {
    await this.#boss.start();
    await this.#makeQueues(jobs);
    this.#isOpen = true;
    if (!isWorker) return;
    for (const job of jobs) {
      const worker = await this.#boss.work<object>(job.name, this.#polling, ([one]) => this.#run(job, one?.data ?? {}));
      this.#workers.set(job.name, worker);
    }
  }

  /** Creates or updates queues and schedules; two queries when nothing changed. */
  async #makeQueues(jobs: readonly Job[]): Promise<void> {
    const [queues, schedules] = await Promise.all([this.#boss.getQueues(), this.#boss.getSchedules()]);
    for (const job of jobs) {
      const { name, cron, isWakeUp = false } = job;
      const rules = rulesOf(job);
      const queue = queues.find((one) => one.name === name);
      // pg-boss merges waiting jobs of one key only under this policy; it cannot be changed later.
      if (!queue) await this.#boss.createQueue(name, { ...rules, policy: isWakeUp ? 'short' : 'standard' });
      else if (!isRuledBy(queue, rules)) await this.#boss.updateQueue(name, rules);
      const schedule = schedules.find((one) => one.name === name);
      if (cron === schedule?.cron) continue;
      if (cron === undefined) await this.#boss.unschedule(name);
      else await this.#boss.schedule(name, cron, {}, { singletonKey: 'cron' });
    }
    // A job of an earlier release: no process would run what its schedule adds.
    for (const { name } of schedules.filter((schedule) => !jobs.some((job) => job.name === schedule.name))) {
      await this.#boss.unschedule(name);
    }
  }

  /**
   * Adds a job to the queue; inside a transaction if `db` is one or has begun one, so that it exists only if the
   * transaction commits.
   * @param options `key`: waiting wake-ups of this key are merged; `afterSeconds`: the delay
   * @throws DatabaseUnavailableError until it has started: if the database was unavailable at the start, pages may be
   *   served a second before the queue is ready
   */
  async send<Payload extends object>(
    job: Pick<Job<Payload>, 'name' | 'payload'>,
    payload: Payload,
    options: { db?: Db | PoolClient; key?: string; afterSeconds?: number } = {},
  ): Promise<void> {
    if (!this.#isOpen) throw new DatabaseUnavailableError();
    const { db, key, afterSeconds } = options;
    await this.#boss.send(job.name, job.payload.parse(payload), {
      ...(db === undefined ? {} : { db: bossDatabase(db) }),
      ...(key === undefined ? {} : { singletonKey: key }),
      ...(afterSeconds === undefined ? {} : { startAfter: afterSeconds }),
    });
  }

  /** Waits up to 20 s for running jobs. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#boss.stop({ graceful: true, timeout: 20_000 });
  }

  async #run(job: Job, data: unknown): Promise<void> {
    try {
      await job.run(job.payload.parse(data), this.#stopping.signal);
    } catch (error) {
      const fields = errorFields(error);
      this.#log.warn(
        { event: 'job_failed', job: job.name, ...fields },
        'a background job failed and will be tried again',
      );
      // pg-boss stores the message of the error, but only the kind of error may be stored.
      // oxlint-disable-next-line preserve-caught-error -- the cause would be stored too
      throw new Error([fields.error, fields.code].filter(Boolean).join(' '));
    }
  }
}

type Rules = ReturnType<typeof rulesOf>;

/** The settings of a queue that a later version may change. */
function rulesOf({ expireSeconds, retries, retryDelaySeconds = 5, isWakeUp = false }: Job) {
  return {
    expireInSeconds: expireSeconds,
    retryLimit: retries,
    retryDelay: retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: 3600,
    retentionSeconds: 14 * 86_400,
    deleteAfterSeconds: 3 * 86_400,
    notify: isWakeUp,
  };
}

function isRuledBy(queue: QueueResult, rules: Rules): boolean {
  return (Object.keys(rules) as (keyof Rules)[]).every((rule) => queue[rule] === rules[rule]);
}

/** Lets pg-boss write inside our transaction. */
function bossDatabase(db: Db | PoolClient): NonNullable<SendOptions['db']> {
  if ('query' in db) return { executeSql: (text: string, values: unknown[] = []) => db.query(text, values) };
  return {
    async executeSql(text: string, values: readonly unknown[] = []) {
      const query: CompiledQuery = { ...sql.raw(text).compile(db), parameters: values };
      return { rows: [...(await db.executeQuery(query)).rows] };
    },
  };
}
