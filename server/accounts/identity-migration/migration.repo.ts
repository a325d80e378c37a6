import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import type { MigrationFigures } from '#server/domain/ports/identity-migration.ts';

/** The groups of the identity service (docs/reference/specification.md#roles). */
export const usersGroup = 'Users';

export const identityGroups: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'Administrators', description: 'Who runs the service' },
  { name: usersGroup, description: 'Who has an account' },
];

/** How long a claim lasts: longer than a batch may take. */
const claimMinutes = 2;

/**
 * Claims accounts for a batch, oldest first; accounts that failed before or that another batch has claimed come last.
 * They are not left out: a dead batch must not block its accounts, and migrating an account twice concurrently is safe.
 */
export async function claimBatch(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    with due as (
      select u.id from users u left join identity_moves m on m.user_id = u.id
       where u.external_identity_id is null and u.deleted_at is null
       order by coalesce(m.claimed_until > now(), false), coalesce(m.tries, 0), u.created_at, u.id
       limit ${limit})
    insert into identity_moves (user_id, claimed_until, tries)
    select id, now() + ${claimMinutes} * interval '1 minute', 1 from due
    on conflict (user_id) do update
       set claimed_until = excluded.claimed_until, tries = least(identity_moves.tries + 1, 1000)
    returning user_id as "userId"`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** Releases claimed accounts that a batch did not reach, and does not count the try. */
export async function releaseBatch(db: Db, userIds: readonly string[]): Promise<void> {
  await sql`
    update identity_moves set claimed_until = null, tries = greatest(tries - 1, 0)
     where user_id = any (${[...userIds]}::uuid[])`.execute(db);
}

/** Records groups that exist now, and schedules a sync of every migrated account, which adds it to its group. */
export async function recordGroups(transaction: Db, names: readonly string[]): Promise<void> {
  await sql`
    insert into identity_groups (name) select unnest(${[...names]}::text[]) on conflict do nothing`.execute(
    transaction,
  );
  await sql`
    insert into identity_syncs (user_id)
    select id from users where external_identity_id is not null and deleted_at is null
    on conflict (user_id) do update set due_at = now(), revision = identity_syncs.revision + 1`.execute(transaction);
}

/** Whether a group is known to exist at the identity service. */
export async function isGroupRecorded(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from identity_groups where name = ${name}`.execute(db);
  return rows.length > 0;
}

type Row = Omit<MigrationFigures, 'groupsCreated'>;

/** The progress of the migration, from our own tables; each count reads an index. */
export async function readFigures(db: Db): Promise<MigrationFigures> {
  const { rows } = await sql<Row>`
    select (select count(*) from identity_moves m join users u on u.id = m.user_id
             where m.failed_at is not null and u.external_identity_id is null and u.deleted_at is null)
             as "failedMigrations",
           (select count(*) from identity_groups) as "groupsCount",
           last.user_id as "lastMigratedUser", last.moved_at as "lastMigrationTime"
      from (select 1) as one
      left join lateral (select user_id, moved_at from identity_moves where moved_at is not null
                          order by moved_at desc limit 1) as last on true`.execute(db);
  const row = rows[0] ?? { failedMigrations: 0, groupsCount: 0, lastMigratedUser: null, lastMigrationTime: null };
  return { ...row, groupsCreated: row.groupsCount >= identityGroups.length };
}
