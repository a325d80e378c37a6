import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

import { type Part, partOf } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { openConnection } from './connection.repo.ts';
import { leftOut } from './left-out.ts';
import { type Manifest, partNames, type Rows } from './manifest.ts';

/** What a backup records about itself that is not in its tables. */
export type DumpFacts = Pick<Manifest, 'release' | 'phoneHashProbe' | 'hasLedger'>;

export type DumpOptions = {
  /** Called once the snapshot is taken. */
  readonly onManifest?: (manifest: Manifest) => void;
  /** Tables that are not copied. Default: those that no backup has. */
  readonly without?: readonly string[];
};

/**
 * All tables of one moment, as parts of a backup: the manifest, each table, the end. One read-only transaction with one
 * snapshot, over one connection: the product runs on meanwhile, and nothing is locked that it needs.
 * @throws the database's error
 */
export async function* dumpDatabase(
  url: string,
  facts: DumpFacts,
  { onManifest = () => undefined, without = Object.keys(leftOut) }: DumpOptions = {},
): AsyncGenerator<Part> {
  const client = await openConnection(url);
  try {
    await client.query('begin isolation level repeatable read read only');
    const manifest = await describe(client, facts, without);
    onManifest(manifest);
    yield partOf(partNames.manifest, JSON.stringify(manifest));
    const rows: Rows = {};
    for (const { name, columns } of manifest.tables) {
      const list = columns.map(pg.escapeIdentifier).join(', ');
      // Text format: the binary one differs between versions of PostgreSQL.
      const source = client.query(copyTo(`copy ${pg.escapeIdentifier(name)} (${list}) to stdout`));
      rows[name] = 0;
      yield {
        name: partNames.table + name,
        body: counted(source, (count) => (rows[name] = (rows[name] ?? 0) + count)),
      };
    }
    await client.query('commit');
    yield partOf(partNames.end, JSON.stringify({ rows }));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** In the text format each row is a line, and a newline in a value is escaped. */
async function* counted(source: AsyncIterable<Buffer>, onRows: (count: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    let count = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1;
    onRows(count);
    yield chunk;
  }
}

type Table = { readonly name: string; readonly columns: string[]; readonly needs: string[] };

async function describe(client: pg.Client, facts: DumpFacts, without: readonly string[]): Promise<Manifest> {
  const { rows: there } = await client.query(`select 1 from pg_class where oid = to_regclass('kysely_migration')`);
  if (there.length === 0) throw new BackupError('The database is empty.', 'Start Askline once, then back it up.');
  const { rows: names } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  const { rows: tables } = await client.query<Table>(
    `select c.relname as name,
            (select array_agg(attname::text order by attnum) from pg_attribute
              where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
            coalesce((select array_agg(distinct f.confrelid::regclass::text) from pg_constraint f
                       where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '{}') as needs
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%'
        and c.relname <> all($1)
      order by c.relname`,
    [without],
  );
  const { rows: sequences } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, coalesce(last_value, start_value)::text as value
       from pg_sequences where schemaname = 'public' order by sequencename`,
  );
  const { rows: moments } = await client.query<{ now: Date }>('select now() as now');
  return {
    format: 1,
    ...facts,
    madeAt: (moments[0]?.now ?? new Date()).toISOString(),
    migrations: names.map(({ name }) => name),
    tables: inOrder(tables).map(({ name, columns }) => ({ name, columns })),
    sequences,
  };
}

/** Each table after those that it refers to. */
function inOrder(tables: readonly Table[]): Table[] {
  const known = new Set(tables.map(({ name }) => name));
  const done = new Set<string>();
  const ordered: Table[] = [];
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name, needs }) => !done.has(name) && needs.every((other) => done.has(other) || !known.has(other)),
    );
    if (next.length === 0) throw new Error('the tables refer to each other in a circle');
    for (const table of next) done.add(table.name);
    ordered.push(...next);
  }
  return ordered;
}
