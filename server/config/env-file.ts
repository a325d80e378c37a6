import { chmod, readFile, rename, writeFile } from 'node:fs/promises';

/**
 * Sets one setting in a file such as `.env`: in its own line, in place of the line that describes it (`#NAME=...`), or
 * at the end. Everything else stays as it is. The file is replaced as a whole, and only its owner can read it.
 * @throws for a value that such a file cannot hold in one line
 */
export async function setInEnvFile(path: string, name: string, value: string): Promise<void> {
  if (!/^[\w.,:/+@=-]+$/.test(value)) throw new Error(`${name} cannot be written to ${path}`);
  const before = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
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
  const next = `${path}.${process.pid}.new`;
  await writeFile(next, lines.join('\n'), { mode: 0o600 });
  await chmod(next, 0o600);
  await rename(next, path);
}
