import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

import react from '@vitejs/plugin-react';
import { build } from 'vite';

import { defaultBrand } from '#contract/default-brand.ts';

import { compressAll } from './build-web/compress.ts';
import { readManifest } from './build-web/manifest.ts';
import { writePageStyles } from './build-web/page-styles.ts';
import type { PagesToWrite } from './build-web/write-pages.ts';

const projectFolder = resolve(import.meta.dirname, '..');
const outFolder = join(projectFolder, 'dist/web');
/** Complete before it replaces the old site, so that a running server never serves a partial one. */
const nextFolder = join(projectFolder, 'dist/web-next');
const renderFolder = join(nextFolder, 'render');
/** The full texts of the licenses of what the pages contain, served with them: `/licenses.txt`. */
const licensesFile = 'licenses.txt';
/** Packages that the scripts do not import: the font, and the styles. */
const withoutScript = ['@fontsource-variable/figtree', 'tailwindcss'];

/**
 * Builds the site into dist/web: scripts and styles, the program that writes the pages (`render/`), and the pages of the
 * default brand. An installation with a brand of its own has the same program write its pages when it starts
 * (docs/decisions/0023-one-build-many-brands.md).
 */
async function buildWeb(): Promise<void> {
  // Whatever the caller runs as: React has other code for tests and development.
  process.env['NODE_ENV'] = 'production';
  const define = { BUILD_YEAR: String(new Date().getFullYear()) };
  const shared = { root: projectFolder, logLevel: 'warn' } as const;
  await build({
    ...shared,
    define: { ...define, IS_PAGE: 'true' },
    build: {
      outDir: nextFolder,
      emptyOutDir: true,
      manifest: true,
      license: { fileName: licensesFile },
      rolldownOptions: { input: 'web/main.tsx' },
    },
  });
  for (const name of withoutScript) {
    const license = await readFile(join(projectFolder, 'node_modules', name, 'LICENSE'), 'utf8');
    await appendFile(join(nextFolder, licensesFile), `\n## ${name}\n\n${license}`);
  }
  await rm(renderFolder, { recursive: true, force: true });
  await build({
    ...shared,
    // Without the browser's way of splitting: it would join both entries, and load the pages before their brand is set.
    configFile: false,
    plugins: [react()],
    define: { ...define, 'process.env.NODE_ENV': JSON.stringify('production') },
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      outDir: renderFolder,
      emptyOutDir: true,
      copyPublicDir: false,
      ssr: true,
      rolldownOptions: { input: { 'entry-server': 'web/entry-server.tsx', worker: 'scripts/build-web/worker.ts' } },
    },
  });
  await rename(join(nextFolder, '.vite/manifest.json'), join(renderFolder, 'manifest.json'));
  await rm(join(nextFolder, '.vite'), { recursive: true });
  const manifest = readManifest(await readFile(join(renderFolder, 'manifest.json'), 'utf8'));
  await writePageStyles(nextFolder, manifest);
  await writeFile(join(renderFolder, 'id'), hashOf(renderFolder));

  await compressAll(join(nextFolder, 'assets'));
  await writePages({ siteFolder: nextFolder, outFolder: nextFolder, brand: defaultBrand, shareImage: null });
  await rm(outFolder, { recursive: true, force: true });
  await rename(nextFolder, outFolder);
}

async function writePages(pages: PagesToWrite): Promise<void> {
  const worker = new Worker(join(pages.siteFolder, 'render/worker.js'), { workerData: pages });
  await new Promise((done, fail) => worker.once('exit', done).once('error', fail));
}

/** Changes with everything that the pages are made of. */
function hashOf(folder: string): string {
  const hash = createHash('sha256');
  const files = globSync('**', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  for (const path of paths) hash.update(path.slice(folder.length)).update(readFileSync(path));
  return hash.digest('hex');
}

await buildWeb();
