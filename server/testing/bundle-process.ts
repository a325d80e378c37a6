import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

import { build, type Plugin } from 'vite';

import { toAscii } from '../../scripts/build-server/to-ascii.ts';

/**
 * Bundles the main file named by the first argument with its packages into the file named by the second, and
 * prints its path (process-bundle.ts). Another process may do the same meanwhile: the file's folder appears whole, and the
 * first one stays. Bundles of earlier sources are removed.
 */
const [main = '', bundle = ''] = process.argv.slice(2);
const folder = dirname(bundle);
const draft = `${folder}.${process.pid}`;
const fileName = basename(bundle);

/** What a source reads is found from its folder. */
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
  publicDir: false,
  plugins: [sourceFolders],
  ssr: { noExternal: true, external: ['pg-native'] },
  build: {
    ssr: main,
    outDir: draft,
    minify: false,
    reportCompressedSize: false,
    target: 'node24',
    rolldownOptions: { output: { entryFileNames: fileName, codeSplitting: false } },
  },
});
const file = join(draft, fileName);
// V8 loads a script with half of the work if no character of it needs two bytes.
writeFileSync(file, toAscii(readFileSync(file, 'utf8')));
try {
  renameSync(draft, folder);
} catch {
  rmSync(draft, { recursive: true });
}
for (const name of readdirSync(dirname(folder))) {
  if (!name.startsWith(basename(folder))) rmSync(join(dirname(folder), name), { recursive: true, force: true });
}
console.log(bundle);
