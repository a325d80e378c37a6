import type { TestApp } from './test-app.ts';

/** The tables that contain a string, such as a number in E.164, with their schemas. */
export async function tracesOf(app: Pick<TestApp, 'product'>, trace: string): Promise<string[]> {
  const { pool } = app.product.deps;
  const { rows } = await pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema in ('public', 'background') and table_type = 'BASE TABLE'`,
  );
  // One statement: as many as there are tables would wait for the pool's connections.
  const looks = rows.map(
    ({ name }) => `select '${name}' as name where exists (select from ${name} t where row_to_json(t)::text like $1)`,
  );
  const found = await pool.query<{ name: string }>(looks.join(' union all '), [`%${trace}%`]);
  return found.rows.map(({ name }) => name);
}
