/** `node scripts/complete-lock.ts`, after adding a package; lib/lock-file.ts gives the reasons. */
import { readFileSync, writeFileSync } from 'node:fs';

import { type LockFile, complete, findMissing, findUnpinned, lockFiles } from './lib/lock-file.ts';
import { inProject } from './lib/project.ts';
import { runOnce } from './lib/run-once.ts';

for (const file of lockFiles) await completeFile(file);

async function completeFile(file: string): Promise<void> {
  const lock = JSON.parse(readFileSync(inProject(file), 'utf8')) as LockFile;
  const missing = findMissing(lock).length;
  const named = complete(lock, new Map());
  const hashes = new Map<string, string>();
  for (const { name, version } of findUnpinned(named)) {
    const hash = await askRegistry(`${name}@${version}`);
    if (hash !== null) hashes.set(`${name}@${version}`, hash);
  }
  const completed = complete(named, hashes);
  if (missing + hashes.size > 0) writeFileSync(inProject(file), `${JSON.stringify(completed, null, 2)}\n`);
  console.log(`${missing} packages of other platforms added to ${file}, and ${hashes.size} hashes.`);
  const unpinned = findUnpinned(completed);
  if (unpinned.length > 0) console.log(`${unpinned.length} remain without a hash: this registry does not have them.`);
}

/** The hash of one package; null if the registry does not have it. */
async function askRegistry(spec: string): Promise<string | null> {
  const command = ['npm', 'view', spec, 'dist.integrity', '--json', '--loglevel=silent'];
  const { code, output } = await runOnce(command, { signal: new AbortController().signal });
  const hash = /"(sha512-[^"]+)"/.exec(output)?.[1];
  return code === 0 && hash !== undefined ? hash : null;
}
