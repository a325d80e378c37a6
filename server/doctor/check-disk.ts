import { deviceOf, type DiskSpace, readDiskSpace } from '#server/platform/disk-space.ts';

import { advice, fault, type Finding, ok } from './finding.ts';

export type DiskDeps = {
  readonly dataDir: string;
  /** The most bytes that the journal of a database outage takes. */
  readonly journalBytesMax: number;
  readonly ledgerDir: string;
  readonly backupDir: string;
};

/**
 * Checks that `DATA_DIR` has room for the journal of an outage and for what is written meanwhile, and likewise other
 * folders that are on their own disk.
 */
export async function checkDisk({ dataDir, journalBytesMax, ledgerDir, backupDir }: DiskDeps): Promise<Finding[]> {
  const others = [
    { setting: 'LEDGER_DIR', folder: ledgerDir, loss: 'opt-outs and deletions cannot be noted outside the database' },
    { setting: 'BACKUP_DIR', folder: backupDir, loss: 'no backup can be made' },
  ];
  const findings = [await checkDataDir(dataDir, journalBytesMax)];
  const seen = new Set([(await deviceOf(dataDir))?.device]);
  for (const { setting, folder, loss } of others) {
    const found = await deviceOf(folder);
    const space = found === null || seen.has(found.device) ? null : await readDiskSpace(found.folder);
    seen.add(found?.device);
    if (space === null) continue;
    findings.push(judge(folder, space, `Free some, or move ${setting} to a larger disk: with a full disk ${loss}.`));
  }
  return findings;
}

async function checkDataDir(dataDir: string, journalBytesMax: number): Promise<Finding> {
  const space = await readDiskSpace(dataDir, journalBytesMax);
  if (space === null) return advice(`${dataDir} cannot be read.`, 'Create it, or correct DATA_DIR.');
  const act = 'Free some, or move DATA_DIR to a larger disk: with a full disk texts are refused.';
  if (space.state !== 'full') return judge(dataDir, space, act);
  const need = Math.ceil(journalBytesMax / 1_000_000);
  const says = `${freeOf(dataDir, space)}, less than the journal of a database outage may take (${need} MB).`;
  return fault(says, act);
}

function judge(folder: string, space: DiskSpace, act: string): Finding {
  const says = freeOf(folder, space);
  return space.state === 'enough'
    ? ok(`${says}.`)
    : advice(`${says}, ${Math.round(space.share * 100)} % of the disk.`, act);
}

function freeOf(folder: string, { freeBytes }: DiskSpace): string {
  return `${folder} has ${Math.floor(freeBytes / 1_000_000)} MB free`;
}
