import { fileURLToPath } from 'node:url';

import type { TestProject } from 'vitest/node';

import { type EmbeddedDatabase, openDatabase } from '#embedded/open-database.ts';

declare module 'vitest' {
  // Vitest's own way to type what `inject` gives: an interface that is merged with this one.
  interface ProvidedContext {
    /** A PostgreSQL for this run only, as superuser, at its database `postgres`. Make databases of your own there. */
    postgresUrl: string;
  }
}

/** How long PostgreSQL outlives a test run that was killed. */
const LINGER_MS = 5000;

let database: EmbeddedDatabase | undefined;

/**
 * One real PostgreSQL per test run, without fsync, in `.cache/`. Runs side by side share it. It is empty at first, unless
 * an earlier run ended in order: then it is as that run left it. Its processes end with the last run, killed or not.
 */
export async function setup(project: TestProject): Promise<void> {
  const folder = fileURLToPath(new URL('../../.cache/postgres', import.meta.url));
  database = await openDatabase({ folder, throwaway: true, lingerMs: LINGER_MS });
  project.provide('postgresUrl', database.adminUrl());
}

export async function teardown(): Promise<void> {
  await database?.close();
}
