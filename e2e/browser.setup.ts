import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';

import { launchBrowserServer } from './browser.ts';

declare module 'vitest' {
  // Vitest's own way to type what `inject` gives: an interface that is merged with this one.
  interface ProvidedContext {
    /** The one browser of this run. */
    browserUrl: string;
  }
}

let server: BrowserServer | undefined;

/** One browser for all files: starting it costs more than most tests. */
export async function setup(project: TestProject): Promise<void> {
  server = await launchBrowserServer();
  project.provide('browserUrl', server.wsEndpoint());
}

export async function teardown(): Promise<void> {
  await server?.close();
}
