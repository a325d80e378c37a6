import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { build } from 'vite';

/**
 * Bundles `texting-main.ts` with its packages into the folder named by the argument (texting-bundle.ts). Another process
 * may do the same meanwhile: the folder appears whole, and the first one stays. Bundles of earlier sources are removed.
 */
const folder = process.argv[2] ?? '';
const draft = `${folder}.${process.pid}`;
await build({
  configFile: false,
  root: join(import.meta.dirname, '../..'),
  logLevel: 'error',
  ssr: { noExternal: true, external: ['pg-native'] },
  build: {
    ssr: join(import.meta.dirname, 'texting-main.ts'),
    outDir: draft,
    minify: false,
    target: 'node24',
    rolldownOptions: { output: { entryFileNames: '[name].mjs', codeSplitting: false } },
  },
});
try {
  renameSync(draft, folder);
} catch {
  rmSync(draft, { recursive: true });
}
for (const name of readdirSync(dirname(folder))) {
  if (!name.startsWith(basename(folder))) rmSync(join(dirname(folder), name), { recursive: true, force: true });
}
