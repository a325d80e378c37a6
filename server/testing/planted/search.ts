import { closeSync, globSync, lstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

import type { Client, Pool } from 'pg';

import { finderOf, type Needle } from './needles.ts';

/** Where a needle was found: a file, or a table. */
export type Hit = { readonly what: string; readonly where: string };

const chunkBytes = 8 * 1024 * 1024;
/** Longer than any form of a needle. */
const overlapBytes = 1024;

/** Searches all bytes of the files and of all files below the folders. @returns each needle once per file */
export function searchFiles(paths: readonly string[], needles: readonly Needle[]): Hit[] {
  const find = finderOf(needles);
  return paths.flatMap(filesBelow).flatMap((file) => {
    const found = new Set<string>();
    for (const part of partsOf(file)) for (const what of find(part)) found.add(what);
    return [...found].map((what) => ({ what, where: file }));
  });
}

/** Searches every row of every user table as text, including values that the files contain in compressed form. */
export async function searchTables(database: Pool | Client, needles: readonly Needle[]): Promise<Hit[]> {
  const find = finderOf(needles);
  const { rows: tables } = await database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
  );
  const hits: Hit[] = [];
  for (const { name } of tables) {
    const { rows } = await database.query<{ text: string }>(`select t::text as text from ${name} t`);
    const all = Buffer.from(rows.map(({ text }) => text).join('\n')).toString('latin1');
    hits.push(...find(all.toLowerCase()).map((what) => ({ what, where: name })));
  }
  return hits;
}

function filesBelow(path: string): string[] {
  if (lstatSync(path).isFile()) return [path];
  return globSync('**/*', { cwd: path, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Overlapping chunks in lower case, with one character per byte. */
function* partsOf(file: string): Generator<string> {
  const handle = openIfThere(file);
  if (handle === null) return;
  try {
    const buffer = Buffer.alloc(chunkBytes + overlapBytes);
    let kept = 0;
    for (;;) {
      const read = readSync(handle, buffer, kept, chunkBytes, null);
      if (read === 0) return;
      const end = kept + read;
      yield buffer.toString('latin1', 0, end).toLowerCase();
      kept = Math.min(overlapBytes, end);
      buffer.copyWithin(0, end - kept, end);
    }
  } finally {
    closeSync(handle);
  }
}

/** Null if the file is missing: a running database creates and removes files. */
function openIfThere(file: string): number | null {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}
