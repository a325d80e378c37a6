import type { Pool } from 'pg';

import { statement } from '#server/db/statement.ts';

const syncRows = statement<[numbers: string[]], Record<string, never>>(
  'sync_service_numbers',
  `with wanted as (
     insert into service_numbers (number) select unnest($1::text[])
     on conflict (number) do update set active = true where not service_numbers.active)
   update service_numbers set active = false where active and number <> all($1)`,
);

/**
 * Brings the table of service numbers in line with the settings. One that is missing there stays in the table, inactive:
 * no account gets it any more, and a subscriber who has it in a phone is still answered from it.
 */
export async function syncServiceNumbers(pool: Pool, numbers: readonly string[]): Promise<void> {
  await syncRows(pool, [...numbers]);
}

const listRows = statement<[], { number: string }>(
  'list_service_numbers',
  `select number from service_numbers order by number`,
);

/** Every service number that we ever had, those included that were taken out of the settings. */
export async function listServiceNumbers(pool: Pool): Promise<string[]> {
  const rows = await listRows(pool);
  return rows.map(({ number }) => number);
}

const otherRows = statement<[numbers: string[]], { number: string; accounts: number }>(
  'accounts_of_other_numbers',
  `select number, accounts::int as accounts
     from service_numbers n, lateral (select count(*) as accounts from users u where u.service_number = n.number) as own
    where number <> all($1) and accounts > 0 order by number`,
);

/** How many accounts have a number other than these; numbers without an account are left out. */
export function accountsOfOtherNumbers(
  pool: Pool,
  numbers: readonly string[],
): Promise<{ number: string; accounts: number }[]> {
  return otherRows(pool, [...numbers]);
}
