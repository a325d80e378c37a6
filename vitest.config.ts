import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const globalSetup = ['server/testing/temporary-folder.setup.ts', 'server/testing/postgres.setup.ts'];

/** Files of a single long test, of processes that are waited for, or of much in few lines: begun last, they would be all that still runs. */
const longest = [
  'texting/deaths',
  'embedded/supervisor',
  'texting/recovery',
  'texting/chaos',
  'server/model-based',
  'server/fuzz',
  'texting/answers',
  'e2e/public-pages',
  'e2e/branded',
];

function isLong({ moduleId }: TestSpecification): boolean {
  return longest.some((part) => moduleId.includes(part));
}

/** Without the times of an earlier run, as in a fresh clone, Vitest begins with the largest files. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Products within a test process hash passwords at a cost for tests. Only the hash itself imports its cost in this form.
 */
const resolve = {
  alias: [
    { find: /^\.\/password-cost\.ts$/, replacement: join(import.meta.dirname, 'server/testing/password-cost.ts') },
  ],
};

/**
 * A worker holds a product, its sandbox and a test client. A young generation of the default size is collected so often
 * that it takes a sixth of the workers' processor time (nodejs.org/api/cli.html, `--max-semi-space-size`, in MiB).
 */
const execArgv = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: ['{contract,server,embedded,sandbox,web,scripts}/**/*.test.{ts,tsx}'],
          globalSetup,
          execArgv,
          setupFiles: ['server/testing/fast-check.setup.ts'],
          // Loading product and sandbox costs two seconds: once for a worker, not for a file. Tests leave nothing behind.
          isolate: false,
          // Tests wait more than they work: with one worker more than processors, a third of the time was left idle.
          maxWorkers: availableParallelism() + 2,
          // Tests of one file that wait side by side: more would starve one another of the process that they share.
          maxConcurrency: 2,
          // For a machine that has half of its processors for something else: no test is decided by its time.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // A busy machine is slower than the default second; a poll that succeeds does not wait for it.
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        // One browser for every two processors, while the unit tests run: together they use what there is.
        resolve,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup,
          execArgv,
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          maxWorkers: Math.max(1, Math.floor(availableParallelism() / 2)),
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
