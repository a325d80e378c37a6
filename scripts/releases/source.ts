import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** What a release is made from: a commit of the clone, or a folder. */
export type Source =
  | { readonly kind: 'commit'; readonly commit: string; readonly ref: string }
  | { readonly kind: 'folder'; readonly folder: string; readonly commit: string | null; readonly ref: string };

/** At the top of a folder: what belongs to an installation or a machine, not to a release. */
const notCopied = new Set(['.git', '.cache', '.env', 'backups', 'data', 'node_modules', 'releases', 'release.json']);
const versionTag = /^v\d+\.\d+\.\d+$/;

/**
 * Finds what `npm run update -- TARGET` means: a folder by its path, else a tag, branch or commit; the newest version tag
 * when there is no target, or, without such tags, where the clone's branch stands at its origin. Fetches first; offline, what
 * is named is looked for in the clone.
 * @throws with a sentence for the operator
 */
export function findSource(home: string, target: string | undefined, say: (text: string) => void): Source {
  if (target !== undefined && /^\.{0,2}\//.test(target)) return sourceFolder(resolve(home, target));
  if (!existsSync(join(home, '.git'))) {
    throw new Error(
      `${home} is not a git clone. Name a folder that has the new version: npm run update -- /path/to/it`,
    );
  }
  if (target?.startsWith('-') === true) throw new Error(`"${target}" is no tag, branch or commit.`);
  const isFetched = git(home, ...impatient, 'fetch', '--quiet', '--tags', '--force', 'origin') !== null;
  if (!isFetched && target === undefined) {
    throw new Error(
      'The newest version is not known: `git fetch` failed. Name a tag or commit that is in this clone, or a folder.',
    );
  }
  if (!isFetched) say('`git fetch` failed; looking in this clone.');
  const ref = target ?? newestTag(home) ?? git(home, 'rev-parse', '--abbrev-ref', '@{upstream}') ?? 'origin/HEAD';
  const candidates = [`refs/tags/${ref}`, `refs/remotes/origin/${ref}`, ref];
  for (const candidate of candidates) {
    const commit = git(home, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${candidate}^{commit}`);
    if (commit !== null) return { kind: 'commit', commit, ref: ref.replace(/^origin\//, '') };
  }
  throw new Error(`There is no tag, branch or commit "${ref}" in this clone or at its origin.`);
}

/** Whether tracked files of the clone differ from its commit: an update would leave the changes behind. */
export function hasLocalChanges(home: string): boolean {
  return (git(home, 'status', '--porcelain', '--untracked-files=no') ?? '') !== '';
}

/** Writes the files of the source into an existing folder. @throws with a sentence for the operator */
export function exportSource(home: string, source: Source, folder: string): void {
  if (source.kind === 'folder') {
    cpSync(source.folder, folder, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      filter: (from) => dirname(from) !== source.folder || !notCopied.has(basename(from)),
    });
    return;
  }
  // An index of its own: the clone's work tree and index stay as they are.
  const index = join(folder, '.index');
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, GIT_INDEX_FILE: index };
  const options: ExecFileSyncOptions = { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] };
  try {
    execFileSync('git', ['read-tree', source.commit], options);
    execFileSync('git', ['checkout-index', '--all', '--force', `--prefix=${folder}/`], options);
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    throw new Error(`The files of ${source.ref} could not be written: ${String(stderr ?? error).trim()}`, {
      cause: error,
    });
  } finally {
    rmSync(index, { force: true });
  }
}

function sourceFolder(folder: string): Source {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Error(`There is no folder ${folder}.`);
  if (!existsSync(join(folder, 'scripts', 'bootstrap', 'task.mjs'))) {
    throw new Error(
      `${folder} is not a version of Askline that can be updated to: it has no scripts/bootstrap/task.mjs.`,
    );
  }
  const hasCommit = existsSync(join(folder, '.git')) && !hasLocalChanges(folder);
  return { kind: 'folder', folder, commit: hasCommit ? git(folder, 'rev-parse', 'HEAD') : null, ref: basename(folder) };
}

function newestTag(home: string): string | null {
  const tags = (git(home, 'tag', '--list', 'v*', '--sort=-version:refname') ?? '').split('\n');
  return tags.find((tag) => versionTag.test(tag)) ?? null;
}

/** An origin that does not answer must not hold the update for ever. */
const impatient = ['-c', 'http.lowSpeedLimit=1000', '-c', 'http.lowSpeedTime=30'];

/** @returns what git says, without the line break; null where it fails */
function git(cwd: string, ...args: string[]): string | null {
  const env = {
    ...process.env,
    GIT_TERMINAL_PROMPT: '0',
    GIT_SSH_COMMAND: process.env['GIT_SSH_COMMAND'] ?? 'ssh -o BatchMode=yes -o ConnectTimeout=15',
  };
  try {
    return execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}
