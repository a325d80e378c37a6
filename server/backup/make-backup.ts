import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { Secret } from '#server/platform/secret.ts';

import { bodyOf, type Part, readArchive, writeArchive } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { dataFiles } from './data-files.ts';
import { dumpDatabase, type DumpFacts } from './dump.repo.ts';
import { type Loaded, loadDatabase } from './load.repo.ts';
import { type Manifest, manifestSchema, partNames } from './manifest.ts';
import { seal, unseal } from './sealed-file.ts';

type Source = {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly key: Secret;
  readonly facts: DumpFacts;
};

/**
 * Writes an encrypted backup of database, secrets and journals to a new file, as a stream.
 * @returns what the backup says of itself
 * @throws {BackupError}, the database's error, or that of the file system
 */
export async function makeBackup({ databaseUrl, dataDir, key, facts }: Source, file: string): Promise<Manifest> {
  let manifest: Manifest | undefined;
  async function* parts(): AsyncGenerator<Part> {
    // Before the snapshot is taken.
    const files = await dataFiles(dataDir, dirname(file));
    for await (const part of dumpDatabase(databaseUrl, facts, { onManifest: (made) => (manifest = made) })) {
      yield part;
      if (part.name === partNames.manifest) yield* files;
    }
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(seal(key, writeArchive(parts())), target);
  if (manifest === undefined) throw new Error('the dump had no manifest');
  return manifest;
}

/** Reads a backup, as a stream. @throws {BackupError} when it cannot be opened or was changed */
function openBackup(file: string, key: Secret): AsyncGenerator<Part> {
  return readArchive(unseal(key, bytesOf(file)));
}

async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 18 })) yield chunk as Buffer;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new BackupError(`${file} cannot be read (${code}).`, 'Check its name, and that you may read it.', { cause });
  }
}

/** Reads a whole backup without using it: each byte is verified. @returns what it says of itself @throws {BackupError} */
export async function verifyBackup(file: string, key: Secret): Promise<Manifest> {
  let manifest: Manifest | undefined;
  let isWhole = false;
  for await (const part of openBackup(file, key)) {
    if (manifest === undefined) manifest = manifestSchema.parse(JSON.parse((await bodyOf(part)).toString('utf8')));
    else for await (const chunk of part.body) isWhole = chunk.length === 0;
    isWhole = part.name === partNames.end;
  }
  if (manifest === undefined || !isWhole) throw new BackupError('The backup is not complete.', 'Take another backup.');
  return manifest;
}

/** Restores a backup into an empty scratch database: proves that it can be restored. */
export function restoreIntoScratch(file: string, key: Secret, databaseUrl: string): Promise<Loaded> {
  const options = { onManifest: () => undefined, onFile: () => undefined, opensInRestoreMode: false };
  return loadDatabase(databaseUrl, openBackup(file, key), options);
}

/** Restores a backup into an empty database, which then is in restore mode; hands its files to `onFile`. */
export function restoreBackup(
  file: string,
  { key, databaseUrl, onFile }: Pick<Source, 'key' | 'databaseUrl'> & { onFile: (name: string, body: Buffer) => void },
): Promise<Loaded> {
  return loadDatabase(databaseUrl, openBackup(file, key), {
    onManifest: () => undefined,
    onFile,
    opensInRestoreMode: true,
  });
}
