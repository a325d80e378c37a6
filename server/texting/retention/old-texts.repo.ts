import type { Pool } from 'pg';

import { statement } from '#server/db/statement.ts';

/** How long the record of a text is kept, in days (docs/decisions/0020-texts-end-after-400-days.md). */
const textDays = 400;
/** The longest quiet period of a notice is a day (rules/decide-reply.ts). */
const noticeDays = 30;
/** Few enough for a fraction of a second: their sends are deleted with them, one look-up for each text. */
const batchSize = 1000;
/** More than comes in meanwhile: the job runs every ten minutes. */
const batchesMax = 50;

/** By the index of `received_at`, oldest first. Sends go with their text (`on delete cascade`). */
const deleteTexts = statement<[days: number, limit: number], { deleted: number }>(
  'delete_old_texts',
  `with over as (
     delete from inbound_texts
      where sid = any (array (
              select sid from inbound_texts
               where received_at < now() - $1 * interval '1 day' and state = 'done'
               order by received_at limit $2))
     returning 1)
   select count(*)::int as deleted from over`,
);

/** Sends that no text asked for: codes and welcomes, few. The index of the texts that sends reply to finds them. */
const deleteProactive = statement<[days: number, limit: number], { deleted: number }>(
  'delete_old_sends',
  `with over as (
     delete from outbound_texts
      where id = any (array (
              select id from outbound_texts
               where inbound_sid is null and intent_at < now() - $1 * interval '1 day'
                 and state not in ('intent', 'unknown')
               limit $2))
     returning 1)
   select count(*)::int as deleted from over`,
);

/** The time is compared again: a notice that is sent meanwhile stays. */
const deleteNotices = statement<[days: number, limit: number], { deleted: number }>(
  'delete_old_notices',
  `with over as (
     delete from notices
      where ctid = any (array (select ctid from notices where sent_at < now() - $1 * interval '1 day' limit $2))
        and sent_at < now() - $1 * interval '1 day'
     returning 1)
   select count(*)::int as deleted from over`,
);

/** Deletes the records of texts and notices whose time is over, in batches that lock few rows for a short time. */
export async function deleteOldTexts(pool: Pool, batches = batchesMax): Promise<void> {
  const kinds = [
    () => deleteTexts(pool, textDays, batchSize),
    () => deleteProactive(pool, textDays, batchSize),
    () => deleteNotices(pool, noticeDays, batchSize),
  ];
  for (const deleteBatch of kinds) {
    for (let batch = 0; batch < batches; batch += 1) {
      const [row] = await deleteBatch();
      if ((row?.deleted ?? 0) < batchSize) break;
    }
  }
}
