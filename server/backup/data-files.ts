import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { type Part, partOf } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { copyJournals } from './journal-copies.repo.ts';
import { partNames } from './manifest.ts';

/** Names this machine in the heartbeats of its journals: a restored machine has its own. */
const ofThisMachine = 'machine-id';
const fileName = /^(?:secrets|journal)\/[A-Za-z0-9._-]+$/;

/**
 * The generated secrets, and what waits in the journals, as parts of a backup. Read them before the database: an entry
 * that is replayed in between is in both, and is then applied once; the other way round it would be in neither.
 * @param workFolder a folder with room for a copy of a journal
 */
export async function dataFiles(dataDir: string, workFolder: string): Promise<Part[]> {
  const secrets = join(dataDir, 'secrets');
  const names = existsSync(secrets) ? readdirSync(secrets) : [];
  const ours = names.filter((name) => /^[a-z-]+$/.test(name) && name !== ofThisMachine);
  const journals = await copyJournals(join(dataDir, 'journal'), workFolder);
  return [
    ...ours.map((name) => partOf(`${partNames.file}secrets/${name}`, readFileSync(join(secrets, name)))),
    ...journals.map(({ name, bytes }) => partOf(`${partNames.file}journal/${name}`, bytes)),
  ];
}

/**
 * Puts a file of a backup into `dataDir`, readable by its owner only. A secret replaces one of the same name, which is
 * kept as `*.before-restore`, because the database was written with the older one. A journal gets the next free number:
 * those that are there may hold texts that no database has.
 */
export function putDataFile(dataDir: string, name: string, body: Buffer): void {
  if (!fileName.test(name)) throw new BackupError('The backup has a file of an unknown kind.', 'Report it.');
  const isJournal = name.startsWith('journal/');
  const folder = join(dataDir, isJournal ? 'journal' : 'secrets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = isJournal ? freeJournal(folder) : join(folder, basename(name));
  if (existsSync(path)) {
    if (readFileSync(path).equals(body)) return;
    renameSync(path, `${path}.before-restore`);
  }
  writeFileSync(path, body, { mode: 0o600, flush: true });
}

function freeJournal(folder: string): string {
  for (let index = 0; ; index += 1) {
    const path = join(folder, `journal-${index}.sqlite`);
    if (!existsSync(path)) return path;
  }
}
