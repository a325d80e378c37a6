import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from './project.ts';

/** More are hard to tell apart by number: pass an object as one jsonb parameter, read by `jsonb_to_record`. */
const parametersMax = 6;

/** The statements of `source` by name, and how many parameters each has: the highest `$n` of its SQL. */
function parametersByStatement(source: string): [name: string, parameters: number][] {
  return source
    .split(/\bstatement</)
    .slice(1)
    .map((rest) => {
      const [, name, sql] = /\(\s*'(\w+)',\s*`?([\s\S]*?)\n?\);/.exec(rest) ?? [];
      if (name === undefined || sql === undefined) throw new Error(`not readable: ${rest.slice(0, 80)}`);
      return [name, Math.max(0, ...Array.from(sql.matchAll(/\$(\d+)/g), ([, number]) => Number(number)))];
    });
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'server'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'server/db/statement.ts');
const statements = files.flatMap((file) => parametersByStatement(readFileSync(join(root, file), 'utf8')));

test(`no statement has more than ${parametersMax} positional parameters`, () => {
  expect(statements.length).toBeGreaterThan(30);
  expect(statements.filter(([, parameters]) => parameters > parametersMax)).toEqual([]);
});

test('parameters are counted in the SQL of each statement', () => {
  const source = `
const some = statement<[id: string], Row>('some', \`select $1\`);
const many = statement<Values, Row>(
  'many',
  \`select $1, $12, $2\`,
);`;
  expect(parametersByStatement(source)).toEqual([
    ['some', 1],
    ['many', 12],
  ]);
});
