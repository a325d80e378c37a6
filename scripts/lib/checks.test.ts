import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { summarise } from './checks.ts';
import { countTests } from './vitest-run.ts';

test('the last line counts the tests of all runs', () => {
  const text = summarise([
    { name: 'types', isPassed: true, seconds: 1 },
    { name: 'unit tests', isPassed: true, seconds: 60, tests: { passed: 700, failed: 0, skipped: 1 } },
    { name: 'browser tests', isPassed: false, seconds: 40, tests: { passed: 50, failed: 2, skipped: 0 } },
  ]);
  expect(text.split('\n').slice(-2)).toEqual(['Checks: 2 passed, 1 failed', 'Tests: 750 passed, 2 failed, 1 skipped']);
});

test('a test file that broke before its first test counts as a failed test; no report is told apart from none failed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'askline-checks-'));
  const file = join(folder, 'report.json');
  expect(countTests(file)).toBeNull();
  const broken = { status: 'failed', assertionResults: [] };
  const counts = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0 };
  writeFileSync(
    file,
    JSON.stringify({ ...counts, testResults: [broken, { status: 'failed', assertionResults: [{}] }] }),
  );
  expect(countTests(file)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  rmSync(folder, { recursive: true });
});
