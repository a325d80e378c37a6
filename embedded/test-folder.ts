import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { SupervisorAddress } from './control-protocol.ts';
import { filesOf, removeFolder } from './folder.ts';
import { openDatabase } from './open-database.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { type ProcessIdentity, identifyProcess, sendSignal, waitForEnd } from './processes.ts';

/** A database folder for one test. Disposing of it stops the processes that the test left running. */
export type TestFolder = AsyncDisposable & {
  readonly folder: string;
  readonly supervisor: () => ProcessIdentity | null;
  readonly postmaster: () => ProcessIdentity | null;
  readonly log: () => string;
};

/** An empty folder for a database, with a space in its path. */
export function emptyFolder(): TestFolder {
  const base = mkdtempSync(join(tmpdir(), 'askline db-'));
  chmodSync(base, 0o755);
  const folder = join(base, 'postgres');
  const files = filesOf(folder);
  const supervisor = (): ProcessIdentity | null => readSupervisor(files.supervisorFile);
  const postmaster = (): ProcessIdentity | null =>
    existsSync(files.cluster) ? findPostmaster(realpathSync(files.cluster)) : null;
  return {
    folder,
    supervisor,
    postmaster,
    log: () => readFileSync(files.logFile, 'utf8'),
    async [Symbol.asyncDispose]() {
      const last = supervisor();
      // The second ends it although a test that failed may still own it; the same signal twice could arrive once.
      if (last) for (const signal of ['SIGTERM', 'SIGINT'] as const) sendSignal(last, signal);
      if (last) await waitForEnd(last, patienceMs);
      const orphan = postmaster();
      if (orphan) await stopPostmaster(orphan);
      removeFolder(folder);
      rmSync(base, { recursive: true, force: true });
    },
  };
}

let template: Promise<TestFolder> | undefined;

/** A folder with an initialized, stopped cluster. It is copied from a template, because initdb takes a second. */
export async function initializedFolder(): Promise<TestFolder> {
  template ??= makeTemplate();
  const made = await template;
  const copy = emptyFolder();
  execFileSync('cp', ['-a', made.folder, copy.folder]);
  return copy;
}

/** Removes the template. Call after the last test of a file: another one in the same process makes its own. */
export async function removeTemplate(): Promise<void> {
  const made = template;
  template = undefined;
  await (await made)?.[Symbol.asyncDispose]();
}

async function makeTemplate(): Promise<TestFolder> {
  const made = emptyFolder();
  const database = await openDatabase({ folder: made.folder });
  await database.close();
  return made;
}

/** A process that opens and keeps the database, like the launcher; tests kill it. Resolves once it is ready. */
export async function startOwner({ folder }: TestFolder, lingerMs = 60_000): Promise<ChildProcess> {
  const script = `
    import { openDatabase } from ${JSON.stringify(new URL('open-database.ts', import.meta.url).href)};
    await openDatabase({ folder: process.argv[1], lingerMs: Number(process.argv[2]) });
    console.log('ready');
    setInterval(() => {}, 1e6);`;
  const args = ['--input-type=module', '--eval', script, folder, String(lingerMs)];
  const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

/** Longer than a busy machine takes; shorter than a test's own limit. */
export const patienceMs = 60_000;

/** Polls until `probe` returns a truthy value. @throws after a minute */
export async function eventually<T>(probe: () => T | null | undefined | false): Promise<T> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const found = probe();
    if (found !== null && found !== undefined && found !== false) return found;
    await wait(10);
  }
  throw new Error(`timed out: ${probe.toString()}`);
}

function readSupervisor(file: string): ProcessIdentity | null {
  if (!existsSync(file)) return null;
  return identifyProcess((JSON.parse(readFileSync(file, 'utf8')) as SupervisorAddress).pid);
}
