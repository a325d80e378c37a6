import type { Pool } from 'pg';

import type { Purpose } from '#server/db/schema.ts';
import { lockSender } from '#server/db/sender-lock.ts';
import { statement } from '#server/db/statement.ts';

/** `gone`: no account has the number any more. `busy`: another send between the two numbers is open. */
export type Opened = { readonly kind: 'open'; readonly id: string } | { readonly kind: 'opted_out' | 'busy' | 'gone' };

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
  { isOptedOut: boolean; isOpened: boolean }
>(
  'open_unasked',
  `with opted_out as (
     select 1 from opt_outs where phone_key in ($4, $5) and opted_out
   ), opened as (
     insert into outbound_texts (id, purpose, sender, recipient, attempt, state, intent_at, segments, encoding)
     select $1, $2, $3, $4, $6, 'intent', now(), $7, $8
      where not exists (select 1 from opted_out)
        -- Whoever asked for it may have left meanwhile (security T26): codes and account news go to an account's number.
        and exists (select 1 from phone_numbers where number = $4)
     returning 1
   )
   select exists (select 1 from opted_out) as "isOptedOut", exists (select 1 from opened) as "isOpened"`,
);

/** Writes the intent to send a text that no text asked for, to a number that an account has or is proving. */
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
    if (row?.isOptedOut === true) return { kind: 'opted_out' };
    return row?.isOpened === true ? { kind: 'open', id } : { kind: 'gone' };
  } catch (error) {
    client.release(true);
    if ((error as { code?: string }).code === '23505') return { kind: 'busy' };
    throw error;
  }
}
