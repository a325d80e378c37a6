import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

/** Commits to one server, bypassing HAProxy, as over a connection that a proxy forgot to close. */
export type DirectCommits = {
  /** Stops; resolves once the last commit has its answer. @returns the commits that the server acknowledged */
  stop(): Promise<string[]>;
};

/** A commit without an answer for this long counts as not acknowledged; the connection is given up. */
const answerMs = 4000;
const pauseMs = 100;

/** Commits again and again, over another connection after each error, until it is stopped. */
export function commitTo(url: string): DirectCommits {
  const acknowledged: string[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await commitOverOne(url, acknowledged, signal).catch(() => undefined);
      await wait(pauseMs);
    }
  }
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
      return acknowledged;
    },
  };
}

/** @returns the commits of `ids` that the database at `url` lacks */
export async function missingCommits(url: string, ids: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from bench_commits');
  await client.end();
  const stored = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !stored.has(id));
}

/** Throws as soon as the connection breaks or the server refuses. */
async function commitOverOne(url: string, acknowledged: string[], signal: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000, query_timeout: answerMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('create table if not exists bench_commits (id text primary key)');
    while (!signal.aborted) {
      const id = randomUUID();
      await client.query('insert into bench_commits values ($1)', [id]);
      acknowledged.push(id);
      await wait(pauseMs);
    }
  } finally {
    await Promise.race([client.end().catch(() => undefined), wait(pauseMs)]);
  }
}
