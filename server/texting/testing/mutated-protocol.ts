import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { ProtocolMutant } from './protocol-mutants.ts';
import type { Protocol } from './protocol-world.ts';

const server = pathToFileURL(join(import.meta.dirname, '../..')).href;
const folder = join(import.meta.dirname, '../store/protocol');

/** The product's functions with one place changed. */
export async function mutatedProtocol({ file, find, replace }: ProtocolMutant): Promise<Protocol> {
  const copy = mkdtempSync(join(tmpdir(), 'askline-protocol-'));
  try {
    const names = readdirSync(folder).filter((name) => !name.endsWith('.test.ts'));
    for (const name of names) {
      const source = readFileSync(join(folder, name), 'utf8');
      const changed = name === basename(file) ? source.replace(find, () => replace) : source;
      const plain = stripTypeScriptTypes(changed).replaceAll("'#server/", `'${server}/`);
      writeFileSync(join(copy, name.replace('.ts', '.mjs')), plain.replaceAll(/'\.\/([\w-]+)\.ts'/g, "'./$1.mjs'"));
    }
    const load = (name: string) => import(/* @vite-ignore */ pathToFileURL(join(copy, name)).href) as Promise<Protocol>;
    const modules = await Promise.all(['leases.mjs', 'open-send.mjs', 'outcomes.mjs'].map(load));
    return Object.assign({}, ...modules.map((module) => ({ ...module }))) as Protocol;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
