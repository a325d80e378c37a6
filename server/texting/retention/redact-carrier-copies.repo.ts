import type { Pool } from 'pg';

import { claimDueSql } from '#server/db/due-rows.ts';
import { statement } from '#server/db/statement.ts';

/** A finished text whose copy at the carrier is due for removal. */
export type DueRedaction = { readonly direction: 'inbound' | 'outbound'; readonly sid: string; readonly tries: number };

const copies = {
  dueAt: 'redact_at',
  tries: 'redact_tries',
  isOpen: 'redact_at is not null',
  lease: `interval '1 minute'`,
} as const;

const claimRows = statement<[limit: number], DueRedaction>(
  'claim_redactions',
  `with inbound as (
     ${claimDueSql({ ...copies, name: 'inbound_texts', key: 'sid' }, '$1', `'inbound' as direction, t.sid, t.redact_tries as tries`)}
   ), outbound as (
     ${claimDueSql({ ...copies, name: 'outbound_texts', key: 'id' }, '$1', `'outbound' as direction, t.provider_sid as sid, t.redact_tries as tries`)}
   )
   select * from inbound union all select * from outbound`,
);

/** Claims due copies, each for one process and one minute, so that a crash only delays them. */
export function claimRedactions(pool: Pool, limit: number): Promise<DueRedaction[]> {
  return claimRows(pool, limit);
}

const nextDue = statement<[], { waitMs: number | null }>(
  'next_redaction',
  `select (extract(epoch from least(
            (select min(redact_at) from inbound_texts where redact_at is not null),
            (select min(redact_at) from outbound_texts where redact_at is not null)) - now()) * 1000)::float8 as "waitMs"`,
);

/** In how many ms the next copy is due; null when there is none. */
export async function nextRedactionInMs(pool: Pool): Promise<number | null> {
  const [next] = await nextDue(pool);
  const waitMs = next?.waitMs ?? null;
  return waitMs === null ? null : Math.max(0, waitMs);
}

/** What became of a claimed redaction: the copy is gone (`waitMs` null), or when it is tried again. */
export type RedactionResult = DueRedaction & {
  readonly waitMs: number | null;
  /** This try does not count. */
  readonly isPaused: boolean;
};

const recordText = (table: string, key: string, sid: string): string => `with done as (
     select t.${key} as key, r."waitMs", r."isPaused"
       from jsonb_to_recordset($1::jsonb) as r (sid text, "waitMs" float8, "isPaused" boolean)
            join ${table} t on t.${sid} = r.sid
      order by t.${key} for no key update of t
   )
   update ${table} t
      set redact_at = now() + done."waitMs" * interval '1 ms',
          redact_tries = case when done."isPaused" then greatest(t.redact_tries - 1, 0) else t.redact_tries end
     from done where t.${key} = done.key`;

const recordInbound = statement<[results: string], Record<string, never>>(
  'record_redactions_in',
  recordText('inbound_texts', 'sid', 'sid'),
);
const recordOutbound = statement<[results: string], Record<string, never>>(
  'record_redactions_out',
  recordText('outbound_texts', 'id', 'provider_sid'),
);
const recordRows = { inbound: recordInbound, outbound: recordOutbound };

/** Records what became of claimed redactions, one statement for each direction. */
export async function recordRedactions(pool: Pool, results: readonly RedactionResult[]): Promise<void> {
  const byDirection = Map.groupBy(results, ({ direction }) => direction);
  await Promise.all(
    Array.from(byDirection, ([direction, ofIt]) => {
      const rows = ofIt.map(({ sid, waitMs, isPaused }) => ({ sid, waitMs, isPaused }));
      return recordRows[direction](pool, JSON.stringify(rows));
    }),
  );
}
