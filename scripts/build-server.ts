import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

import { build, type Plugin } from 'vite';

import { toAscii } from './build-server/to-ascii.ts';

const projectFolder = resolve(import.meta.dirname, '..');
const outFolder = join(projectFolder, 'dist/server');
/** Complete before it replaces the last one. */
const nextFolder = join(projectFolder, 'dist/server-next');
const fileName = 'main.mjs';

/** Migrations and pages are found from the folder of the source that reads them. */
const sourceFolders: Plugin = {
  name: 'source-folders',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.dirname')) return null;
    const way = `/${relative(outFolder, dirname(id)).replaceAll('\\', '/')}`;
    return code.replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(way)})`);
  },
};

/**
 * Builds the server into one file, dist/server/main.mjs, with its packages: 1,500 files are neither found nor linked at a
 * start, which then takes half of the processor time and 30 MB less memory. Modules that the server loads when it first
 * needs them are in the file and run then. Nothing is renamed or compressed, so that a stack names our functions.
 */
async function buildServer(): Promise<void> {
  await build({
    configFile: false,
    root: projectFolder,
    logLevel: 'warn',
    publicDir: false,
    plugins: [sourceFolders],
    ssr: { noExternal: true, external: ['pg-native'] },
    build: {
      ssr: 'server/main.ts',
      outDir: nextFolder,
      emptyOutDir: true,
      license: { fileName: 'licenses.txt' },
      target: 'node24',
      reportCompressedSize: false,
      rolldownOptions: {
        experimental: { attachDebugInfo: 'simple' },
        output: {
          entryFileNames: fileName,
          codeSplitting: false,
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: false } },
        },
      },
    },
  });
  const file = join(nextFolder, fileName);
  await writeFile(file, toAscii(await readFile(file, 'utf8')));
  await rm(outFolder, { recursive: true, force: true });
  await rename(nextFolder, outFolder);
}

await buildServer();
