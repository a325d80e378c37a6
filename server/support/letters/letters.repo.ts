import { sql } from 'kysely';

import type { OverviewReply } from '#contract/admin-overview.ts';
import type { Db } from '#server/db/client.ts';

/** From so many tries on, a letter that the mail server refuses is a matter for a person. */
const refusedFrom = 8;

type LettersNow = Pick<
  OverviewReply['now'],
  'lettersWaiting' | 'lettersRefused' | 'oldestLetterAt' | 'lettersLastError'
>;

/** How many letters wait to be mailed, and what keeps them: counts and codes, never contents. */
export async function readLettersNow(db: Db): Promise<LettersNow> {
  const { rows } = await sql<Omit<LettersNow, 'oldestLetterAt'> & { oldestLetterAt: Date | null }>`
    select count(*) as "lettersWaiting", count(*) filter (where tries >= ${refusedFrom}) as "lettersRefused",
           min(created_at) as "oldestLetterAt",
           (array_agg(error_code order by due_at desc) filter (where error_code is not null))[1] as "lettersLastError"
      from letters where stage = 'support'`.execute(db);
  const [row] = rows;
  if (!row) return { lettersWaiting: 0, lettersRefused: 0, oldestLetterAt: null, lettersLastError: null };
  return { ...row, oldestLetterAt: row.oldestLetterAt?.toISOString() ?? null };
}
