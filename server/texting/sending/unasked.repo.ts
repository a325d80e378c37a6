import type { Pool } from 'pg';

import type { Purpose } from '#server/db/schema.ts';
import { lockSender } from '#server/db/sender-lock.ts';
import { statement } from '#server/db/statement.ts';

export type Opened = { readonly kind: 'open'; readonly id: string } | { readonly kind: 'opted_out' | 'busy' };

const openRow = statement<
  [
    id: string,
    purpose: Purpose,
    from: string,
    to: string,
    toHash: string,
    attempt: number,
    segments: number,
    encoding: 'gsm7' | 'ucs2',
  ],
  { isOptedOut: boolean }
>(
  'open_unasked',
  `with opted_out as (
     select 1 from opt_outs where phone_key in ($4, $5) and opted_out
   ), opened as (
     insert into outbound_texts (id, purpose, sender, recipient, attempt, state, intent_at, segments, encoding)
     select $1, $2, $3, $4, $6, 'intent', now(), $7, $8 where not exists (select 1 from opted_out)
   )
   select exists (select 1 from opted_out) as "isOptedOut"`,
);

/** Writes the intent to send a text that no text asked for. `busy`: another send between the two numbers is open. */
export async function openUnasked(
  pool: Pool,
  text: {
    id: string;
    purpose: Purpose;
    from: string;
    to: string;
    toHash: string;
    attempt: number;
    segments: number;
    encoding: 'gsm7' | 'ucs2';
  },
): Promise<Opened> {
  const { id, purpose, from, to, toHash, attempt, segments, encoding } = text;
  const client = await pool.connect();
  try {
    const begun = [client.query('begin'), lockSender(client, to)];
    const opened = openRow(client, id, purpose, from, to, toHash, attempt, segments, encoding);
    const [[row], end] = await Promise.all([opened, client.query('commit'), ...begun]);
    if (end.command !== 'COMMIT') throw new Error('opening a send was rolled back');
    client.release();
    return row?.isOptedOut === true ? { kind: 'opted_out' } : { kind: 'open', id };
  } catch (error) {
    client.release(true);
    if ((error as { code?: string }).code === '23505') return { kind: 'busy' };
    throw error;
  }
}
