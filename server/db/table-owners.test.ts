import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { type TableOwner, tableOwners } from './table-owners.ts';

const server = join(import.meta.dirname, '..');
const owners = new Map<string, TableOwner>(Object.entries(tableOwners));

/**
 * How code names the table it writes: Kysely's calls, raw SQL, and the tables of `due-rows.ts` and `expired-rows.ts`.
 */
const writes = [
  /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](?<table>[a-z_]+)/g,
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?<table>[a-z_]+)/gi,
  /DueTable = \{\s*name: '(?<table>[a-z_]+)'/g,
  /deleteExpiredRows\(\s*db,\s*\{\s*table: '(?<table>[a-z_]+)'/g,
];

/** The tables that each feature folder writes, and in which files. Omits the folders of tests and of the schema. */
async function findWrites(): Promise<Map<string, Map<string, string[]>>> {
  const found = new Map<string, Map<string, string[]>>();
  for await (const file of glob('**/*.ts', { cwd: server })) {
    const [folder = ''] = file.split('/');
    if (folder === 'testing' || folder === 'db' || file.includes('/testing/') || file.endsWith('.test.ts')) continue;
    const text = await readFile(join(server, file), 'utf8');
    for (const match of writes.flatMap((pattern) => [...text.matchAll(pattern)])) {
      const table = match.groups?.['table'] ?? '';
      if (!owners.has(table)) continue;
      const folders = found.get(table) ?? new Map<string, string[]>();
      found.set(table, folders.set(folder, [...(folders.get(folder) ?? []), file]));
    }
  }
  return found;
}

test('each table is written only by its owner and by the folders listed with a reason', async () => {
  const found = await findWrites();
  const foreign = [...found].flatMap(([table, folders]) => {
    const { owner, also = {} } = owners.get(table)!;
    return [...folders].flatMap(([folder, files]) =>
      folder === owner || folder in also ? [] : files.map((file) => `${file} writes ${table}, which ${owner} owns`),
    );
  });
  expect(foreign).toEqual([]);
});

test('each owner and each exception on the list still writes its table', async () => {
  const found = await findWrites();
  const unused = [...owners].flatMap(([table, { owner, also = {} }]) =>
    // Migrations write the plans.
    [owner, ...Object.keys(also)].flatMap((folder) =>
      owner === 'db' || found.get(table)?.has(folder) ? [] : `${folder} does not write ${table}`,
    ),
  );
  expect(unused).toEqual([]);
});
