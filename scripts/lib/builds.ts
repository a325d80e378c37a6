import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';

import { takeLock } from '../bootstrap/lock.mjs';
import { inCache, inProject } from './project.ts';
import { runOnce } from './run-once.ts';

/** A part of dist/. */
type Build = {
  /** The folder in dist/, the script scripts/build-NAME.ts, and the name of its records. */
  readonly name: 'web' | 'server';
  /** In messages: "the site". */
  readonly what: string;
  /** Folders with all their files, tests apart, and files. */
  readonly inputs: readonly string[];
};

const site: Build = {
  name: 'web',
  what: 'the site',
  inputs: ['web', 'contract', 'scripts/build-web.ts', 'scripts/build-web', 'vite.config.ts', 'package-lock.json'],
};
const server: Build = {
  name: 'server',
  what: 'the server',
  inputs: [
    'server',
    'contract',
    'scripts/build-server.ts',
    'scripts/build-server',
    'package.json',
    'package-lock.json',
  ],
};

/** Builds the site unless the last build had the same inputs. @throws with the output of a failed build */
export function buildWeb(signal: AbortSignal): Promise<void> {
  return ensureBuilt(site, signal);
}

/**
 * Builds the server's one file unless the last build had the same inputs.
 * @throws with the output of a failed build
 */
export function buildServer(signal: AbortSignal): Promise<void> {
  return ensureBuilt(server, signal);
}

/** What `buildServer` builds. */
export const builtServer = inProject('dist', server.name, 'main.mjs');

async function ensureBuilt(build: Build, signal: AbortSignal): Promise<void> {
  if (isFresh(build)) return;
  const { name, what } = build;
  const release = await takeLock(inCache(`${name}-build-lock`), () =>
    console.log(`Another process is building ${what}; waiting for it.`),
  );
  try {
    if (isFresh(build)) return;
    if (!existsSync(inProject('node_modules', 'vite'))) {
      throw new Error(`dist/${name} was not built from these sources, and the packages that build it are not installed.
Build it where they are (npm run build) and copy dist/ here, or install them: npm ci --include=dev`);
    }
    const hash = hashInputs(listInputs(build));
    console.log(`Building ${what} ...`);
    const { code, output } = await runOnce([process.execPath, inProject(`scripts/build-${name}.ts`)], { signal });
    if (signal.aborted) return;
    if (code !== 0) throw new Error(`${output}\n${what[0]?.toUpperCase()}${what.slice(1)} could not be built.`);
    writeFileSync(stampOf(build), hash);
  } finally {
    release();
  }
}

/** Next to the result, so that a copy of `dist/` contains it. */
function stampOf({ name }: Build): string {
  return inProject('dist', `${name}-inputs`);
}

/**
 * Whether the last build had these inputs. Their contents are compared, because a copy of the project has other times;
 * while names, sizes and times are those of the last comparison, its outcome holds.
 */
function isFresh(build: Build): boolean {
  if (!existsSync(inProject('dist', build.name)) || !existsSync(stampOf(build))) return false;
  const stamp = readFileSync(stampOf(build), 'utf8');
  const files = listInputs(build);
  const state = `${stamp} ${hashStates(files)}`;
  const record = inCache(`${build.name}-inputs`);
  if (existsSync(record) && readFileSync(record, 'utf8') === state) return true;
  if (stamp !== hashInputs(files)) return false;
  keep(record, state);
  return true;
}

/** Without the record, the next start compares the contents again. */
function keep(record: string, state: string): void {
  try {
    mkdirSync(inCache(), { recursive: true });
    writeFileSync(record, state);
  } catch {
    // A folder that may not be written.
  }
}

/** Paths below the project's folder, sorted. */
function listInputs({ inputs }: Build): string[] {
  return inputs
    .flatMap((input) => {
      if (!lstatSync(inProject(input)).isDirectory()) return [input];
      return readdirSync(inProject(input), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name).slice(inProject().length + 1));
    })
    .map((file) => file.replaceAll(sep, '/'))
    .toSorted();
}

/** Hashes names and contents, because a removed file changes the build too. */
function hashInputs(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(inProject(file)))
      .update('\0');
  return hash.digest('hex');
}

function hashStates(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs, ctimeMs, ino } = lstatSync(inProject(file));
    hash.update(`${file}\0${size} ${mtimeMs} ${ctimeMs} ${ino}\0`);
  }
  return hash.digest('hex');
}
