import { defineConfig } from 'vitest/config';

const postgres = 'server/testing/postgres.setup.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,server,embedded,sandbox,web,scripts}/**/*.test.{ts,tsx}'],
          globalSetup: [postgres],
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // A busy machine is slower than the default second; a poll that succeeds does not wait for it.
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        // Journeys through one browser, two files at a time.
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: [postgres, 'e2e/browser.setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: 2,
        },
      },
    ],
  },
});
