import { setTimeout as wait } from 'node:timers/promises';

import { inCache } from '../scripts/lib/project.ts';
import { openCountingDatabase } from './load/database-figures.ts';
import { distributeTables, keys, type Reach, reachOf } from './load/distribute.ts';
import { startLoadFixture } from './load/fixture.ts';
import { createdCount, sendTexts, untilCreated } from './load/texts.ts';
import { printTable } from './load/turns.ts';
import { phoneAt, serviceNumber } from './load/webhooks.ts';
import type { Bench } from './measure.ts';

const subscribers = 40;
/** Texts of strangers and subscribers, so that most kinds of replies occur. */
const others = ['STOP', 'START', 'HELP', 'what is this?'];

/** Long enough for the jobs of a minute, redaction and clean-up among them. */
const runsForMs = 75_000;

type Statement = { readonly sql: string; readonly calls: number };

/**
 * Whether the path of a text could run on servers that each hold a share of the senders: creates its tables distributed
 * by sender, lets the product work, and plans each statement that it sent on them. Prints what in schema and statements
 * prevents it. Takes two minutes.
 */
export const bench: Bench = async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await openCountingDatabase(inCache('bench-counting-postgres')));
  const fixture = stack.use(await startLoadFixture({ postgresUrl: database.adminUrl(), isPinned: false }));
  await fixture.pool.query('create extension if not exists pg_stat_statements');
  await fixture.subscribers(subscribers);
  stack.use(await fixture.product());
  await sendTexts(fixture, { first: 0, count: subscribers }, 20);
  await untilCreated(fixture, subscribers);
  for (const [nth, body] of others.entries()) {
    const from = [phoneAt(nth), phoneAt(subscribers + nth)];
    await fixture.control('POST', '/sandbox/phones/messages', { to: serviceNumber, body, from, perSecond: 10 });
  }
  await wait(runsForMs);
  console.log(`${await createdCount(fixture)} messages were sent`);

  const obstacles = await distributeTables(fixture.pool);
  const statements = await readStatements(fixture.pool);
  const client = await fixture.pool.connect();
  const results: (Statement & Reach)[] = [];
  for (const statement of statements) results.push({ ...statement, ...(await reachOf(client, statement.sql)) });
  client.release();
  console.log(`\nIn the way in the schema:\n${obstacles.map((one) => `  ${one}`).join('\n')}`);
  printTable(
    ['calls', 'servers', 'why', 'statement'],
    results.map(({ calls, reach, why, sql }) => [String(calls), reach, why.slice(0, 80), sql.slice(0, 90)]),
  );
  const count = (reach: Reach['reach']): number => results.filter((result) => result.reach === reach).length;
  return [
    { what: 'constraints in the way', value: obstacles.length, unit: 'constraints' },
    { what: 'statements that need one server', value: count('one'), unit: 'statements' },
    { what: 'statements that need all servers', value: count('all'), unit: 'statements' },
    { what: 'statements that cannot be planned', value: count('refused'), unit: 'statements' },
  ];
};

type Queries = Awaited<ReturnType<typeof startLoadFixture>>['pool'];

/** The statements that the product sent to the tables of a text, the most frequent first. */
async function readStatements(pool: Queries): Promise<Statement[]> {
  const { rows } = await pool.query<{ query: string; calls: string }>(
    `select query, sum(calls) as calls from pg_stat_statements s join pg_database d on d.oid = s.dbid
      where datname = current_database() and query ~ $1 and query !~* '^\\s*(create|alter|copy|explain|analyze)'
        and query !~ 'pg_stat_statements|pg_(?:index|constraint|class)'
      group by query order by sum(calls) desc`,
    [`\\m(${Object.keys(keys).join('|')})\\M`],
  );
  return rows.map(({ query, calls }) => ({ sql: query, calls: Number(calls) })).map(flatten);
}

/**
 * On one line, with constants where PostgreSQL takes no parameter: pg_stat_statements shows those as parameters too.
 */
function flatten({ sql, calls }: Statement): Statement {
  const line = sql
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const planned = line
    .replaceAll(/\binterval \$\d+/g, "interval '1 second'")
    .replaceAll(/\bextract\(\$\d+/g, 'extract(epoch');
  return { sql: planned, calls };
}
