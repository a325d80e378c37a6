import { sql } from 'kysely';

import type { Db } from './client.ts';

/** A table that is also a queue: each row says when work on it is due. The names are columns; the rest is SQL. */
export type DueTable = {
  readonly name: string;
  readonly key: string;
  readonly dueAt: string;
  readonly tries: string;
  /** The condition of rows that still have work to do; matches the table's partial index. */
  readonly isOpen: string;
  /** The order of due rows; by default, those that have been due longest come first. */
  readonly order?: string;
  /** An interval, longer than a try can take: after it, a claimed row whose process died is due again. */
  readonly lease: string;
  /** Additional assignments of a claim. */
  readonly set?: string;
};

/** Far more tries than a row gets before someone looks at it, and within `smallint`. */
const triesMax = 1000;

/**
 * A statement that claims due rows, each for one process, and counts the try. A claim is a lease: if its process dies,
 * the row is due again.
 * @param limit a number of rows, or the placeholder of a parameter
 * @param returning columns of the claimed row as `t.<column>`, and of the row before the claim as `due.<column>`
 */
export function claimDueSql(table: DueTable, limit: number | `$${number}`, returning: string): string {
  const { name, key, dueAt, tries, isOpen, order = dueAt, lease, set } = table;
  // `due` is evaluated once because it locks; as `in (select ... limit)` a plan may evaluate it again and claim more.
  return `with due as (
     select * from ${name} where ${isOpen} and ${dueAt} <= now() order by ${order} limit ${limit} for update skip locked)
   update ${name} t set ${tries} = least(t.${tries} + 1, ${triesMax}), ${dueAt} = now() + ${lease}${set ? `, ${set}` : ''}
     from due where t.${key} = due.${key}
   returning ${returning}`;
}

/** Runs `claimDueSql`. */
export async function claimDue<Row>(db: Db, table: DueTable, limit: number, returning: string): Promise<Row[]> {
  const { rows } = await sql.raw<Row>(claimDueSql(table, limit, returning)).execute(db);
  return rows;
}

/** The wait after the first try doubles with each further one, up to `maxSeconds`. There is no last try. */
export type Backoff = { readonly firstSeconds: number; readonly maxSeconds: number };

/** For third parties that may be down for long: half a minute, one, two, four ..., at most an hour. */
export const patientBackoff: Backoff = { firstSeconds: 30, maxSeconds: 3600 };

/** Seconds until the next try, after `tries` of them. */
export function backoffSeconds(tries: number, { firstSeconds, maxSeconds }: Backoff = patientBackoff): number {
  return Math.min(firstSeconds * 2 ** (tries - 1), maxSeconds);
}

/** `backoffSeconds` as an SQL interval, for a claim that also sets the wait; `tries` is the count before the claim. */
export function backoffInterval({ firstSeconds, maxSeconds }: Backoff, tries: string): string {
  return `least(${firstSeconds} * power(2, least(${tries}, 20)), ${maxSeconds}) * interval '1 second'`;
}
