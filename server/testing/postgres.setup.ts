import { fileURLToPath } from 'node:url';

import type { TestProject } from 'vitest/node';

import { type EmbeddedDatabase, openThrowawayDatabase } from '#embedded/open-database.ts';

declare module 'vitest' {
  // Vitest's own way to type what `inject` gives: an interface that is merged with this one.
  interface ProvidedContext {
    /** A PostgreSQL for this run only, as superuser, at its database `postgres`. Make databases of your own there. */
    postgresUrl: string;
  }
}

let database: EmbeddedDatabase | undefined;

/** One real PostgreSQL for a test run; `npm test` keeps the same one for all its runs. */
export async function setup(project: TestProject): Promise<void> {
  database = await openThrowawayDatabase(fileURLToPath(new URL('../../.cache/test-postgres', import.meta.url)));
  project.provide('postgresUrl', database.adminUrl());
}

export async function teardown(): Promise<void> {
  await database?.close();
}
