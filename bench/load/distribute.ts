import type pg from 'pg';

/** The tables of the path of a text, and the column whose value says on which server a row is. */
export const keys = { inbound_texts: 'sender', outbound_texts: 'recipient' } as const;
type Table = keyof typeof keys;
const tables = Object.keys(keys) as Table[];

/** Where the distributed tables are, in front of the product's own in the search path. */
const schema = 'distributed';
const shards = 4;

/**
 * Creates the tables again, distributed by sender over four hash partitions, in a schema of their own. PostgreSQL's
 * rules for them are those of Citus: a unique index must contain the key, and a foreign key between two of them too
 * (https://docs.citusdata.com/en/stable/develop/reference_ddl.html).
 * @returns what in the schema prevents that
 */
export async function distributeTables(pool: pg.Pool): Promise<string[]> {
  await pool.query(`create schema ${schema}`);
  const obstacles: string[] = [];
  for (const [table, key] of Object.entries(keys)) {
    const like = `like public.${table} including defaults including constraints`;
    await pool.query(`create table ${schema}.${table} (${like}) partition by hash (${key})`);
    for (let shard = 0; shard < shards; shard += 1) {
      await pool.query(
        `create table ${schema}.${table}_${shard} partition of ${schema}.${table}
           for values with (modulus ${shards}, remainder ${shard})`,
      );
    }
    obstacles.push(...(await addIndexes(pool, table)), ...(await listForeignKeys(pool, table, key)));
  }
  return obstacles;
}

async function addIndexes(pool: pg.Pool, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = $1::regclass`,
    [`public.${table}`],
  );
  const obstacles: string[] = [];
  for (const { definition } of rows) {
    const moved = definition.replace(/ ON (?:ONLY )?public\./, ` ON ${schema}.`);
    await pool.query(moved).catch(() => obstacles.push(definition.replace(' USING btree', '')));
  }
  return obstacles;
}

async function listForeignKeys(pool: pg.Pool, table: string, key: string): Promise<string[]> {
  const { rows } = await pool.query<{ definition: string; target: string; columns: string[] }>(
    `select pg_get_constraintdef(c.oid) as definition, confrelid::regclass::text as target,
            array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
       from pg_constraint c where contype = 'f' and conparentid = 0 and conrelid = $1::regclass`,
    [`public.${table}`],
  );
  return rows.filter(({ columns }) => !columns.includes(key)).map(({ definition }) => `${table}: ${definition}`);
}

/** Which servers a statement needs: one, found by the key; all of them; or it cannot be planned at all. */
export type Reach = { readonly reach: 'one' | 'all' | 'refused'; readonly why: string };

/**
 * Plans a statement on the distributed tables, for any parameters. `refused` may also be an error of types: a constant that
 * pg_stat_statements shows as a parameter has lost its type.
 */
export async function reachOf(client: pg.ClientBase, sql: string): Promise<Reach> {
  await client.query(`set search_path = ${schema}, public, background`);
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (generic_plan, format json) ${sql}`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    const free = plan ? scansWithoutKey(plan) : [];
    return free.length === 0 ? { reach: 'one', why: '' } : { reach: 'all', why: `no key for ${free.join(', ')}` };
  } catch (error) {
    return { reach: 'refused', why: error instanceof Error ? error.message : String(error) };
  }
}

type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Node[];
};

/** The distributed tables that a plan reads without `key = value` in the condition of each of their shards. */
function scansWithoutKey(node: Node): Table[] {
  const relation = node['Relation Name'] ?? '';
  const isScan = node['Node Type'].endsWith('Scan');
  const conditions = [node['Index Cond'], node['Recheck Cond'], node.Filter].join(' ');
  const own = tables.filter((table) => {
    const hasKey = new RegExp(`\\b${keys[table]}\\)?(?:::text)? = (?!ANY)`).test(conditions);
    return isScan && relation.startsWith(`${table}_`) && !hasKey;
  });
  return [...new Set([...own, ...(node.Plans ?? []).flatMap((child) => scansWithoutKey(child))])];
}
