import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { deleteExpiredRows, type ExpiredRows } from '#server/db/expired-rows.ts';
import type { Log } from '#server/observability/log.ts';
import { runSteps } from '#server/platform/run-steps.ts';

/** How long the record of a text is kept, in days (docs/decisions/0020-texts-end-after-400-days.md). */
const textDays = 400;
/** At least the longest quiet period of a notice: `homeAskQuietMs`, 30 days (rules/decide-home.ts). */
const noticeDays = 30;
/** More than comes in meanwhile: the job runs every ten minutes. */
const batchesMax = 50;

const isOlder = (column: string, days: number) => sql`${sql.ref(column)} < now() - ${days} * interval '1 day'`;

/** Deletes the records of texts and notices whose time is over, each kind also when another could not be deleted. */
export async function deleteOldTexts({ db, log }: { db: Db; log: Log }, batches = batchesMax): Promise<void> {
  // Sends go with their text (`on delete cascade`).
  const isOldText = sql`${isOlder('received_at', textDays)} and state = 'done'`;
  // Proactive texts: codes and welcomes.
  const isOldSend = sql`
    inbound_sid is null and ${isOlder('intent_at', textDays)} and state not in ('intent', 'unknown')`;
  const kinds: ExpiredRows[] = [
    { table: 'inbound_texts', by: 'received_at', isExpired: isOldText },
    { table: 'outbound_texts', by: 'intent_at', isExpired: isOldSend },
    { table: 'notices', by: 'sent_at', isExpired: isOlder('sent_at', noticeDays) },
  ];
  await runSteps(
    { job: 'delete-old-texts', log },
    kinds.map((kind) => async () => {
      await deleteExpiredRows(db, kind, batches);
    }),
  );
}
