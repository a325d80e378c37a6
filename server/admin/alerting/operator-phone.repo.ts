import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';

/** What the product knows of the operator's phone. */
export type OperatorPhone = { readonly hasAccount: boolean; readonly isOptedOut: boolean };

/** Whether an account has the number, or is proving it, and whether it opted out, even if its account was deleted since. */
export async function readOperatorPhone(db: Db, number: string, numberHash: string): Promise<OperatorPhone> {
  const { rows } = await sql<OperatorPhone>`
    select exists (select from phone_numbers where number = ${number}) as "hasAccount",
           exists (select from opt_outs where phone_key in (${number}, ${numberHash}) and opted_out) as "isOptedOut"`.execute(
    db,
  );
  return rows[0] ?? { hasAccount: false, isOptedOut: false };
}
