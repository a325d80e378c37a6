import { lstatSync, readFileSync } from 'node:fs';
import { chmod, chown, lstat, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { OperatorError } from '#server/platform/operator-error.ts';

/** A file of settings cannot be read, or not be written safely. It is unchanged. */
export class EnvFileError extends OperatorError {
  override readonly name = 'EnvFileError';
}

/**
 * Reads a file of settings into the environment, if there is one; existing variables take precedence.
 * @throws {EnvFileError} for one that is there and cannot be used, because a command would run with other settings; its
 *   message says it all
 */
export function loadEnvFile(path = '.env'): void {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw unreadable(path, code, error);
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
    throw new EnvFileError(`${leadsNowhere(path)} Correct the link, or make that file.`);
  }
  if (text.startsWith('\uFEFF')) {
    const remedy = 'Save it as UTF-8 without one.';
    throw new EnvFileError(`${path} begins with a byte order mark, so its first setting would not count. ${remedy}`);
  }
  process.loadEnvFile(path);
}

function unreadable(path: string, code: string, cause: unknown): EnvFileError {
  if (code !== 'EACCES') {
    return new EnvFileError(`${path} cannot be read (${code}). It must be a file of NAME=value lines.`, '', { cause });
  }
  const command = `sudo -u askline npm --prefix '${dirname(resolve(path))}' run …`;
  const remedy = `Run this as the account that runs Askline, for example: ${command}`;
  return new EnvFileError(`${path} cannot be read by this account (EACCES). ${remedy}`, '', { cause });
}

function leadsNowhere(path: string): string {
  return `${path} is a link to a file that does not exist.`;
}

/**
 * Sets one setting in a file such as `.env`: in its own line, in place of the line that describes it (`#NAME=...`), or
 * at the end. Everything else stays, including owner, group and mode, because the account that runs Askline may read a
 * file that root owns. The file is replaced atomically; if the path is a link, its target is. A new file is readable by
 * its owner only.
 * @returns the path of the file
 * @throws {EnvFileError}; an error for a value that does not fit in one line
 */
export async function setInEnvFile(path: string, name: string, value: string): Promise<string> {
  if (!/^[\w.,:/+@=-]+$/.test(value)) throw new Error(`${name} cannot be written to ${path}`);
  const file = await resolveLink(path);
  const before = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = before.split('\n');
  const own = lines.findLastIndex((line) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`).test(line));
  const described = lines.findIndex((line) => line.startsWith(`#${name}=`));
  const setting = `${name}=${value}`;
  if (own >= 0) lines[own] = setting;
  else if (described >= 0) lines[described] = setting;
  else if (lines.at(-1) === '') lines.splice(-1, 0, setting);
  else lines.push(setting, '');
  await rename(await draft(file, lines.join('\n')), file);
  return file;
}

/** Checks that `setInEnvFile` can write, before a secret is created that has to be stored. @throws {EnvFileError} */
export async function requireWritableEnvFile(path: string): Promise<void> {
  await rm(await draft(await resolveLink(path), ''));
}

/** Resolves a link to settings elsewhere, because replacing the link by a file would leave two that differ. */
async function resolveLink(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const link = await lstat(path).catch(() => null);
    if (link !== null) throw new EnvFileError(leadsNowhere(path), 'Make that file first.');
    return path;
  }
}

/** Writes the new version of a file next to it, with the same owner, group and mode. @returns its path */
async function draft(file: string, text: string): Promise<string> {
  const next = `${file}.${process.pid}.new`;
  try {
    const old = await stat(file).catch(() => null);
    await writeFile(next, text, { mode: 0o600 });
    const made = await stat(next);
    if (old !== null && (made.uid !== old.uid || made.gid !== old.gid)) await chown(next, old.uid, old.gid);
    await chmod(next, old === null ? 0o600 : old.mode & 0o777);
    return next;
  } catch (error) {
    await rm(next, { force: true }).catch(() => undefined);
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new EnvFileError(
      `${file} cannot be replaced by this account with the same owner and rights (${code}).`,
      'Run the command as an account that owns the file and may write to its folder.',
      { cause: error },
    );
  }
}
