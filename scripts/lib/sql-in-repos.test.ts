import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from './project.ts';

/** SQL text, a statement of our own, or the start of a query of Kysely. */
const sql =
  /\bsql(?:<[^`]*>)?`|\bsql\.raw\(|\.query\(|\bstatement(?:<|\()|\.(?:selectFrom|insertInto|updateTable|deleteFrom|executeQuery)\(/;

/** The files outside `.repo` and server/db that run statements, and the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'server/platform/job-queue.ts': "passes on pg-boss's own statements",
  'server/texting/store/transact.ts': 'begins and commits the transaction of the .repo statements',
};

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'server'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !/\.(?:repo|test)\.ts$|^server\/db\/|\/testing\//.test(file));

function hasSql(file: string): boolean {
  return sql.test(readFileSync(join(root, file), 'utf8'));
}

test('SQL is only in .repo files and in server/db', () => {
  expect(files.filter((file) => hasSql(file) && !(file in exceptions))).toEqual([]);
});

test('every exception still runs statements', () => {
  expect(Object.keys(exceptions).filter((file) => !files.includes(file) || !hasSql(file))).toEqual([]);
});

test.for([
  'sql`select 1`',
  'sql<{ id: string }>`select 1`',
  "pool.query('select 1')",
  "const find = statement<[id: string], Row>('find', `select 1`)",
  "db.selectFrom('users')",
])('%s is SQL', (line) => {
  expect(sql.test(line)).toBe(true);
});
