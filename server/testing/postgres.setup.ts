import { fileURLToPath } from 'node:url';

import type { TestProject } from 'vitest/node';

import { type EmbeddedDatabase, openThrowawayDatabase } from '#embedded/open-database.ts';

declare module 'vitest' {
  // Vitest types `inject` by declaration merging with this interface.
  interface ProvidedContext {
    /** Superuser URL of a PostgreSQL for this run only. Create separate databases there. */
    postgresUrl: string;
  }
}

let database: EmbeddedDatabase | undefined;

/** One real PostgreSQL per test run; `npm test` uses the same one for all its runs. */
export async function setup(project: TestProject): Promise<void> {
  database = await openThrowawayDatabase(fileURLToPath(new URL('../../.cache/test-postgres', import.meta.url)));
  project.provide('postgresUrl', database.adminUrl());
}

export async function teardown(): Promise<void> {
  await database?.close();
}
