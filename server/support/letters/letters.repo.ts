import { sql } from 'kysely';

import type { OverviewReply } from '#contract/admin-overview.ts';
import type { Db } from '#server/db/client.ts';

/** What stands in `error_code` while a try is under way. */
const underWay = 'under_way';

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
           (array_agg(error_code order by due_at desc) filter (where error_code <> ${underWay}))[1] as "lettersLastError"
      from letters where stage = 'support'`.execute(db);
  const [row] = rows;
  if (!row) return { lettersWaiting: 0, lettersRefused: 0, oldestLetterAt: null, lettersLastError: null };
  return { ...row, oldestLetterAt: row.oldestLetterAt?.toISOString() ?? null };
}

/** The name of an account, for the mails about its ticket. */
export async function userName(db: Db, userId: string): Promise<string> {
  const user = await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst();
  return user?.name ?? '';
}

export type SealedLetter = {
  readonly id: string;
  readonly kind: 'ticket' | 'contact';
  readonly userId: string | null;
  readonly sealed: Buffer;
  /** By position. */
  readonly files: readonly Buffer[];
};

/** Keeps a letter with its files, whole or not at all. Runs inside a transaction. */
export async function keepLetter(transaction: Db, letter: SealedLetter): Promise<void> {
  const { id, kind, userId, sealed, files } = letter;
  await transaction.insertInto('letters').values({ id, kind, user_id: userId, sealed }).execute();
  // One at a time: a statement is held in memory by both sides.
  for (const [position, file] of files.entries()) {
    await transaction.insertInto('letter_files').values({ letter_id: id, position, sealed: file }).execute();
  }
}

/** A letter that one process works on. */
export type ClaimedLetter = {
  readonly id: string;
  readonly kind: 'ticket' | 'contact';
  readonly stage: 'support' | 'acknowledgement';
  readonly sealed: Buffer;
  readonly tries: number;
  /** The try before this one ended without a word: its process died. */
  readonly hasDied: boolean;
};

/** Longer than a try can take (providers/smtp/mailer.ts). */
const leaseSeconds = 15 * 60;

/** The ticket, or else the message, that has been due for longest, for this process alone; null when none is. */
export async function claimLetter(db: Db): Promise<ClaimedLetter | null> {
  const { rows } = await sql<ClaimedLetter>`
    with due as (
      select id, error_code from letters where stage <> 'done' and due_at <= now()
       order by kind = 'contact', due_at limit 1 for update skip locked)
    update letters l set tries = l.tries + 1, due_at = now() + ${leaseSeconds} * interval '1 second',
                         error_code = ${underWay}
      from due where l.id = due.id
    returning l.id, l.kind, l.stage, l.sealed, l.tries,
              due.error_code is not distinct from ${underWay} as "hasDied"`.execute(db);
  return rows[0] ?? null;
}

/** The files of a letter, by position. */
export async function readFiles(db: Db, id: string): Promise<Buffer[]> {
  const files: Buffer[] = [];
  for (let position = 0; ; position += 1) {
    const file = await db
      .selectFrom('letter_files')
      .select('sealed')
      .where('letter_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!file) return files;
    files.push(file.sealed);
  }
}

/** Support has it: the files go, and whoever wrote is told next. Runs inside a transaction. */
export async function letterReached(transaction: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update letters set stage = 'acknowledgement', due_at = now(), tries = 0, error_code = null
     where id = ${id} and stage = 'support'`.execute(transaction);
  await transaction.deleteFrom('letter_files').where('letter_id', '=', id).execute();
  return numAffectedRows === 1n;
}

/** Both mails are out, or the second one cannot be delivered: nothing of it is kept but that it was. */
export async function closeLetter(db: Db, id: string, code: string | null): Promise<void> {
  await sql`
    update letters set stage = 'done', sealed = null, closed_at = now(), error_code = ${code}
     where id = ${id} and stage = 'acknowledgement'`.execute(db);
}

/** It did not go out, and is due again after `waitSeconds`. */
export async function postponeLetter(db: Db, id: string, waitSeconds: number, code: string): Promise<void> {
  await sql`
    update letters set due_at = now() + ${waitSeconds} * interval '1 second', error_code = ${code}
     where id = ${id} and stage <> 'done'`.execute(db);
}

/** Removes what is left of letters that were closed a month ago. @returns how many */
export async function forgetOldLetters(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from letters where closed_at < now() - interval '30 days'`.execute(db);
  return Number(numAffectedRows ?? 0);
}
