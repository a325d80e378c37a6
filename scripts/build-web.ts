import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build } from 'vite';

import { compressAll } from './build-web/compress.ts';
import { htmlDocument, origin } from './build-web/document.ts';
import { inlineScript } from './build-web/inline-script.ts';
import { assetOf, readManifest, scriptsOf, type Manifest } from './build-web/manifest.ts';

const projectFolder = resolve(import.meta.dirname, '..');
const outFolder = join(projectFolder, 'dist/web');
/** Complete before it replaces the old site, so that a running server never serves a partial one. */
const nextFolder = join(projectFolder, 'dist/web-next');
const serverFolder = join(projectFolder, '.cache/web-ssr');
const ENTRY = 'web/main.tsx';

type Page = { readonly path: string; readonly source: string; readonly isPublic: boolean };
type ServerEntry = {
  readonly pages: readonly Page[];
  readonly notFound: Page;
  readonly aliases: Readonly<Record<string, string>>;
  readonly renderPage: (path: string) => Promise<{ html: string; meta: { title: string; description: string } }>;
};

/** Builds the site into dist/web: scripts, styles, every page as complete HTML, and the lists for the server. */
async function buildWeb(): Promise<void> {
  const shared = { root: projectFolder, logLevel: 'warn', define: { BUILD_YEAR: new Date().getFullYear() } } as const;
  await build({
    ...shared,
    build: { outDir: nextFolder, emptyOutDir: true, manifest: true, rolldownOptions: { input: ENTRY } },
  });
  await build({
    ...shared,
    publicDir: false,
    build: { outDir: serverFolder, emptyOutDir: true, ssr: 'web/entry-server.tsx', copyPublicDir: false },
  });
  const manifest = readManifest(await readFile(join(nextFolder, '.vite/manifest.json'), 'utf8'));
  await rm(join(nextFolder, '.vite'), { recursive: true });

  const entry = (await import(pathToFileURL(join(serverFolder, 'entry-server.js')).href)) as ServerEntry;
  await writePages(entry, manifest);
  await writeLists(entry);
  await compressAll(nextFolder);

  await rm(outFolder, { recursive: true, force: true });
  await rename(nextFolder, outFolder);
}

async function writePages({ pages, notFound, renderPage }: ServerEntry, manifest: Manifest): Promise<void> {
  const css = await readFile(join(nextFolder, assetOf(manifest, ENTRY, '.css')), 'utf8');
  const font = `/${assetOf(manifest, ENTRY, '.woff2')}`;
  for (const { path, source, isPublic } of [...pages, notFound]) {
    const { html, meta } = await renderPage(path);
    if (html.includes('<script')) throw new Error(`${path} was rendered with an inline script: a boundary suspended`);
    const scripts = scriptsOf(manifest, ENTRY, source);
    await write(
      join(path.slice(1), 'index.html'),
      htmlDocument({ ...meta, path, isPublic, body: html, css: css.trim(), scripts, font }),
    );
  }
}

/** Writes the lists for the server (pages, redirects, hash of the inline script) and for crawlers. */
async function writeLists({ pages, aliases }: ServerEntry): Promise<void> {
  const hash = createHash('sha256').update(inlineScript).digest('base64');
  await write('csp.json', JSON.stringify({ scriptHashes: [`'sha256-${hash}'`] }));
  await write('routes.json', JSON.stringify({ pages: pages.map(({ path }) => path), redirects: aliases }));
  const urls = pages.filter(({ isPublic }) => isPublic).map(({ path }) => `<url><loc>${origin}${path}</loc></url>`);
  await write(
    'sitemap.xml',
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
  );
  const hidden = pages.filter(({ isPublic }) => !isPublic).map(({ path }) => `Disallow: ${path}`);
  await write(
    'robots.txt',
    ['User-agent: *', ...hidden, 'Disallow: /api/', '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n'),
  );
}

async function write(path: string, text: string): Promise<void> {
  const file = join(nextFolder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

await buildWeb();
