import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

import { build, type Plugin } from 'vite';

/**
 * Bundles `texting-main.ts` with its packages into the folder named by the argument (texting-bundle.ts). Another process
 * may do the same meanwhile: the folder appears whole, and the first one stays. Bundles of earlier sources are removed.
 */
const folder = process.argv[2] ?? '';
const draft = `${folder}.${process.pid}`;

/** The list of places is found from the folder of the source that reads it. */
const sourceFolders: Plugin = {
  name: 'source-folders',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.dirname')) return null;
    const way = JSON.stringify(`/${relative(folder, dirname(id))}`);
    return code.replaceAll('import.meta.dirname', `(import.meta.dirname + ${way})`);
  },
};

await build({
  configFile: false,
  root: join(import.meta.dirname, '../..'),
  logLevel: 'error',
  plugins: [sourceFolders],
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
