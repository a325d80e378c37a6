import { counted } from '#contract/counted.ts';
import { lastBackup } from '#server/backup/last-backup.repo.ts';
import type { Db } from '#server/db/client.ts';
import { hourMs } from '#server/platform/durations.ts';

import { advice, type Finding, ok, unseen } from './finding.ts';

/** A daily backup, half a day late. */
const hoursMax = 36;

/**
 * Checks that `npm run backup` runs every day. Never a fault, which would block an update that may contain the fix.
 * @param hasAlert BACKUP_ALERT; false where another tool makes the backups, which cannot be checked from here
 */
export async function checkBackup(db: Db, { now, hasAlert }: { now: Date; hasAlert: boolean }): Promise<Finding[]> {
  if (!hasAlert) return [unseen('Another tool makes the backups (BACKUP_ALERT=off).')];
  const madeAt = await lastBackup(db);
  const act =
    'Run npm run backup every day, by cron or a systemd timer (docs/backup.md). If another tool makes your backups, set BACKUP_ALERT=off.';
  if (madeAt === null) return [advice('npm run backup has made no backup.', act)];
  const hours = Math.floor((now.getTime() - madeAt.getTime()) / hourMs);
  if (hours >= hoursMax) return [advice(`The newest backup is ${counted(hours, 'hour')} old.`, act)];
  return [ok(`The newest backup is ${counted(hours, 'hour')} old, and was restored as a check.`)];
}
