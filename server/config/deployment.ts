import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { z } from 'zod';

import type { SettingsReader } from './env-reader.ts';

const projectFolder = join(import.meta.dirname, '../..');

/** Which code runs, as stated by the release folder, otherwise by settings, otherwise by the git checkout. */
export type DeployedCode = {
  /** The branch, or the tag of a release. */
  readonly branch: string | null;
  readonly commit: string | null;
  /** When it was deployed, ISO 8601: for a release, when it was prepared. */
  readonly deployTime: string | null;
};

/** Written by `npm run update` (scripts/releases/layout.ts). */
const Release = z.object({ ref: z.nullable(z.string()), commit: z.nullable(z.string()), preparedAt: z.string() });

/** Finds out which code runs without calling git, which may be missing or owned by another account. */
export function readDeployment(read: SettingsReader, folder = projectFolder): DeployedCode {
  const set = {
    branch: read.optional('GIT_BRANCH'),
    commit: read.optional('GIT_COMMIT'),
    deployTime: read.optional('DEPLOY_TIME'),
  };
  const release = readRelease(folder);
  if (release !== null) return { branch: release.ref, commit: release.commit, deployTime: release.preparedAt };
  const checkout = set.branch === undefined && set.commit === undefined ? readCheckout(folder) : null;
  return {
    branch: set.branch ?? checkout?.branch ?? null,
    commit: set.commit ?? checkout?.commit ?? null,
    deployTime: set.deployTime ?? null,
  };
}

function readRelease(folder: string) {
  const text = readText(join(folder, 'release.json'));
  if (text === null) return null;
  try {
    return Release.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * The branch and commit of a git checkout (https://git-scm.com/docs/gitrepository-layout), also of a linked work tree.
 * @returns null for what is unknown, such as the branch of a detached HEAD
 */
function readCheckout(folder: string): { branch: string | null; commit: string | null } {
  const gitFolder = gitFolderOf(folder);
  const head = gitFolder === null ? null : readText(join(gitFolder, 'HEAD'));
  if (gitFolder === null || head === null) return { branch: null, commit: null };
  const ref = /^ref: (refs\/heads\/.+)$/.exec(head)?.[1];
  if (ref === undefined) return { branch: null, commit: asCommit(head) };
  // A linked work tree has its own HEAD; branches are in the main repository.
  const common = resolve(gitFolder, readText(join(gitFolder, 'commondir')) ?? '.');
  const packed = readText(join(common, 'packed-refs'))?.split('\n') ?? [];
  const commit = readText(join(common, ref)) ?? packed.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0] ?? null;
  return { branch: ref.slice('refs/heads/'.length), commit: asCommit(commit) };
}

function gitFolderOf(folder: string): string | null {
  const place = join(folder, '.git');
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory() === true) return place;
  const linked = /^gitdir: (.+)$/.exec(readText(place) ?? '')?.[1];
  return linked === undefined ? null : resolve(folder, linked);
}

function asCommit(text: string | null): string | null {
  return text !== null && /^[0-9a-f]{40,64}$/.test(text) ? text : null;
}

/** The trimmed content of a file; null if it cannot be read. */
function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
