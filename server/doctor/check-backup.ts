import { lastBackup } from '#server/backup/last-backup.repo.ts';
import type { Db } from '#server/db/client.ts';

import { advice, fault, type Finding, ok } from './finding.ts';

const hourMs = 3_600_000;
/** A daily backup, half a day late. */
const hoursMax = 36;

/** Whether `npm run backup` runs every day. An operator with another kind of backup gets an advice only. */
export async function checkBackup(db: Db, now: Date): Promise<Finding[]> {
  const madeAt = await lastBackup(db);
  const act = 'Run npm run backup every day, by cron or a systemd timer (docs/backup.md).';
  if (madeAt === null) return [advice('npm run backup has made no backup.', act)];
  const hours = Math.floor((now.getTime() - madeAt.getTime()) / hourMs);
  if (hours >= hoursMax) return [fault(`The newest backup is ${hours} hours old.`, act)];
  return [ok(`The newest backup is ${hours} hours old, and was restored as a check.`)];
}
