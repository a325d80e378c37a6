import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { summarize } from './checks.ts';
import { withSecond } from './second-try.ts';
import { countTests } from './vitest-run.ts';

test('the last line counts the tests of all runs', () => {
  const text = summarize([
    { name: 'types', isPassed: true, seconds: 1 },
    { name: 'unit tests', isPassed: true, seconds: 60, tests: { passed: 700, failed: 0, skipped: 1 } },
    { name: 'browser tests', isPassed: false, seconds: 40, tests: { passed: 50, failed: 2, skipped: 0 } },
  ]);
  expect(text.split('\n').slice(-2)).toEqual(['Checks: 2 passed, 1 failed', 'Tests: 750 passed, 2 failed, 1 skipped']);
});

test('a file that fails before its first test, and an error outside of tests, count as failed tests; no report gives null', () => {
  const folder = mkdtempSync(join(tmpdir(), 'askline-checks-'));
  const file = join(folder, 'report.json');
  expect(countTests(file, 1)).toBeNull();
  const broken = { status: 'failed', assertionResults: [] };
  const counts = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0 };
  writeFileSync(
    file,
    JSON.stringify({ ...counts, testResults: [broken, { status: 'failed', assertionResults: [{}] }] }),
  );
  expect(countTests(file, 1)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  writeFileSync(file, JSON.stringify({ ...counts, numFailedTests: 0, testResults: [] }));
  expect([countTests(file, 0)?.failed, countTests(file, 1)?.failed]).toEqual([0, 1]);
  rmSync(folder, { recursive: true });
});

test('a test that failed among the others and passed alone is counted as passed and named; one that fails again stays red', () => {
  const name = 'unit tests';
  const first = { name, isPassed: false, seconds: 60, tests: { passed: 698, failed: 2, skipped: 1 } };
  const failed = ['a.test.ts: waits', 'b.test.ts: (the file itself)'];
  const second = { name, isPassed: true, seconds: 5, tests: { passed: 12, failed: 0, skipped: 0 } };
  const mended = withSecond(first, second, failed);
  expect(mended).toMatchObject({ isPassed: true, seconds: 65, tests: { passed: 700, failed: 0, skipped: 1 } });
  expect(summarize([mended])).toContain('UNSTABLE: failed among the others, passed alone: a.test.ts: waits\n');

  const still = withSecond(first, { ...second, isPassed: false }, failed);
  expect(still).toEqual({ ...first, seconds: 65 });
  expect(summarize([still])).not.toContain('UNSTABLE');
});
