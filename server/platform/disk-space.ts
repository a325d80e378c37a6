import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Below this, a file system counts as low: depending on the load, a gigabyte lasts an hour or a week. */
const lowBytes = 1_000_000_000;
const lowShare = 0.05;

export type DiskSpace = {
  readonly freeBytes: number;
  /** The free share of the disk. */
  readonly share: number;
  /** `full`: the needed bytes do not fit. `low`: soon they will not. */
  readonly state: 'enough' | 'low' | 'full';
};

/**
 * The free space on the disk of a folder; null if it cannot be read.
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

/** The file system that a folder is on, or will be on once it exists; null if unknown. */
export async function deviceOf(folder: string): Promise<{ readonly device: number; readonly folder: string } | null> {
  for (let path = folder; ; path = dirname(path)) {
    const found = await stat(path).catch(() => null);
    if (found !== null) return { device: found.dev, folder: path };
    if (path === dirname(path)) return null;
  }
}

/** `readDiskSpace` as a number: 0 enough, 1 low, 2 full; null if it cannot be read. */
export async function diskShortage(folder: string, neededBytes: number): Promise<number | null> {
  const space = await readDiskSpace(folder, neededBytes);
  return space === null ? null : { enough: 0, low: 1, full: 2 }[space.state];
}
