import type { Pool } from 'pg';

import { until } from './until.ts';

/**
 * The invariants after every run (docs/reference/texting-protocol.md#invariants). Each query returns the rows
 * that violate it.
 */
const invariants: Readonly<Record<string, string>> = {
  'I2: at most one accepted reply for each text': `
    select inbound_sid from outbound_texts
     where state = 'accepted' and inbound_sid is not null and purpose <> 'crisis'
       and coalesce(delivery, '') not in ('undelivered', 'failed') group by inbound_sid having count(*) > 1`,
  'I4: the counted texts are the successful queries': `
    select answered, counted from
      (select coalesce(sum(value), 0) as answered from counter_values where name = 'questions.answered') a,
      (select count(*) as counted from inbound_texts where counted) c
     where answered <> counted`,
  'I4: every accepted question is answered, failed or suppressed': `
    select * from
      (select count(*) as accepted from inbound_texts where accepted and state = 'done') a,
      (select coalesce(sum(value), 0) as ended from counter_values
        where name in ('questions.answered', 'questions.failed', 'questions.suppressed')) e
     where accepted <> ended`,
  'I5: nothing is open': `select sid from inbound_texts where state <> 'done'`,
  'I5: no send is open or unknown': `select id from outbound_texts where state in ('intent', 'unknown')`,
  'I7: a number has one owner': `select number from phone_numbers group by number having count(*) > 1`,
};

/** @returns the names of the violated invariants; empty if all hold */
export async function brokenInvariants(pool: Pool): Promise<string[]> {
  const checks = Object.entries(invariants).map(async ([name, sql]) => {
    const { rows } = await until(`the rows of ${name}`, () => pool.query(sql));
    return rows.length === 0 ? [] : [`${name}: ${JSON.stringify(rows.slice(0, 3))}`];
  });
  return (await Promise.all(checks)).flat();
}
