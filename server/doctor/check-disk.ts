import { statfs } from 'node:fs/promises';

import { advice, fault, type Finding, ok } from './finding.ts';

export type DiskDeps = {
  readonly dataDir: string;
  /** The most that the journal of a database outage takes. */
  readonly journalBytesMax: number;
};

/** With less than this a file system is about to fail; a gigabyte is an hour or a week, depending on the load. */
const lowBytes = 1_000_000_000;
const lowShare = 0.05;

/** Whether `DATA_DIR` has room for the journal of an outage, and for what is written meanwhile. */
export async function checkDisk({ dataDir, journalBytesMax }: DiskDeps): Promise<Finding[]> {
  const figures = await statfs(dataDir).catch(() => null);
  if (figures === null) return [advice(`${dataDir} cannot be read.`, 'Create it, or correct DATA_DIR.')];
  const free = figures.bavail * figures.bsize;
  const share = figures.blocks === 0 ? 0 : figures.bavail / figures.blocks;
  const says = `${dataDir} has ${Math.floor(free / 1_000_000)} MB free`;
  const act = 'Free some, or move DATA_DIR to a larger disk: with a full disk texts are refused.';
  if (free < journalBytesMax) {
    const need = Math.ceil(journalBytesMax / 1_000_000);
    return [fault(`${says}, less than the journal of a database outage may take (${need} MB).`, act)];
  }
  if (free < lowBytes || share < lowShare) return [advice(`${says}, ${Math.round(share * 100)} % of the disk.`, act)];
  return [ok(`${says}.`)];
}
