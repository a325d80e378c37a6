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

const recordInbound = statement<[sid: string, waitMs: number | null], Record<string, never>>(
  'record_redaction_in',
  `update inbound_texts set redact_at = now() + $2 * interval '1 ms' where sid = $1`,
);
const recordOutbound = statement<[sid: string, waitMs: number | null], Record<string, never>>(
  'record_redaction_out',
  `update outbound_texts set redact_at = now() + $2 * interval '1 ms' where provider_sid = $1`,
);

/** Records that a copy is gone (`waitMs` null), or schedules the next try. */
export async function recordRedaction(
  pool: Pool,
  { direction, sid }: DueRedaction,
  waitMs: number | null,
): Promise<void> {
  await (direction === 'inbound' ? recordInbound : recordOutbound)(pool, sid, waitMs);
}

const postponeInbound = statement<[sid: string, waitMs: number], Record<string, never>>(
  'postpone_redaction_in',
  `update inbound_texts set redact_at = now() + $2 * interval '1 ms', redact_tries = greatest(redact_tries - 1, 0)
    where sid = $1`,
);
const postponeOutbound = statement<[sid: string, waitMs: number], Record<string, never>>(
  'postpone_redaction_out',
  `update outbound_texts set redact_at = now() + $2 * interval '1 ms', redact_tries = greatest(redact_tries - 1, 0)
    where provider_sid = $1`,
);

/** Schedules the next try without counting this one. */
export async function postponeRedaction(pool: Pool, { direction, sid }: DueRedaction, waitMs: number): Promise<void> {
  await (direction === 'inbound' ? postponeInbound : postponeOutbound)(pool, sid, waitMs);
}
