import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** With less than this a file system is about to fail; a gigabyte is an hour or a week, depending on the load. */
const lowBytes = 1_000_000_000;
const lowShare = 0.05;

export type DiskSpace = {
  readonly freeBytes: number;
  /** Free, of all. */
  readonly share: number;
  /** `full`: less than is needed. `low`: soon. */
  readonly state: 'enough' | 'low' | 'full';
};

/**
 * The room on the disk of a folder; null if it cannot be read.
 * @param neededBytes what has to fit there
 */
export async function readDiskSpace(folder: string, neededBytes = 0): Promise<DiskSpace | null> {
  const figures = await statfs(folder).catch(() => null);
  if (figures === null) return null;
  const freeBytes = figures.bavail * figures.bsize;
  const share = figures.blocks === 0 ? 0 : figures.bavail / figures.blocks;
  const isLow = freeBytes < lowBytes || share < lowShare;
  return { freeBytes, share, state: freeBytes < neededBytes ? 'full' : isLow ? 'low' : 'enough' };
}

/** The file system on which a folder is, or will be once it is made; null if that cannot be seen. */
export async function deviceOf(folder: string): Promise<{ readonly device: number; readonly folder: string } | null> {
  for (let path = folder; ; path = dirname(path)) {
    const found = await stat(path).catch(() => null);
    if (found !== null) return { device: found.dev, folder: path };
    if (path === dirname(path)) return null;
  }
}

/** How short a folder is of room: 0 enough, 1 low, 2 full; null if it cannot be read. */
export async function diskShortage(folder: string, neededBytes: number): Promise<number | null> {
  const space = await readDiskSpace(folder, neededBytes);
  return space === null ? null : { enough: 0, low: 1, full: 2 }[space.state];
}
