import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { tableOwners } from './table-owners.ts';

const document = readFileSync(join(import.meta.dirname, '../../docs/privacy.md'), 'utf8');

test('the privacy document says for each table, and for no other, how long its rows are kept', () => {
  const rows = document.split('\n').filter((line) => /^\|.+\|.+\|.+\|$/.test(line));
  const named = rows.flatMap((row) =>
    [...(row.split(' | ')[1] ?? '').matchAll(/`([a-z_]+)`/g)].map(([, table = '']) => table),
  );
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(tableOwners).toSorted());
});
