import type { Pool } from 'pg';

import { statement } from '#server/db/statement.ts';

/** A finished text whose copy at the carrier is due to go. */
export type DueRedaction = { readonly direction: 'inbound' | 'outbound'; readonly sid: string; readonly tries: number };

const claimRows = statement<[limit: number], DueRedaction>(
  'claim_redactions',
  `with inbound as (
     update inbound_texts set redact_tries = redact_tries + 1, redact_at = now() + interval '1 minute'
      where sid in (select sid from inbound_texts where redact_at <= now() order by redact_at limit $1 for update skip locked)
     returning 'inbound' as direction, sid, redact_tries as tries
   ), outbound as (
     update outbound_texts set redact_tries = redact_tries + 1, redact_at = now() + interval '1 minute'
      where id in (select id from outbound_texts where redact_at <= now() order by redact_at limit $1 for update skip locked)
     returning 'outbound' as direction, provider_sid as sid, redact_tries as tries
   )
   select * from inbound union all select * from outbound`,
);

/** Copies that are due, each to one process; claimed for a minute, so that a crash only delays them. */
export function claimRedactions(pool: Pool, limit: number): Promise<DueRedaction[]> {
  return claimRows(pool, limit);
}

const settleInbound = statement<[sid: string, waitMs: number | null], Record<string, never>>(
  'settle_redaction_in',
  `update inbound_texts set redact_at = now() + $2 * interval '1 ms' where sid = $1`,
);
const settleOutbound = statement<[sid: string, waitMs: number | null], Record<string, never>>(
  'settle_redaction_out',
  `update outbound_texts set redact_at = now() + $2 * interval '1 ms' where provider_sid = $1`,
);

/** Gone (`waitMs` null), or to be tried again after a wait. */
export async function settleRedaction(
  pool: Pool,
  { direction, sid }: DueRedaction,
  waitMs: number | null,
): Promise<void> {
  await (direction === 'inbound' ? settleInbound : settleOutbound)(pool, sid, waitMs);
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

/** Not tried after all: the try does not count. */
export async function postponeRedaction(pool: Pool, { direction, sid }: DueRedaction, waitMs: number): Promise<void> {
  await (direction === 'inbound' ? postponeInbound : postponeOutbound)(pool, sid, waitMs);
}
