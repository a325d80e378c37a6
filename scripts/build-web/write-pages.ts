import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { brand } from '#contract/brand.ts';
import { type Brand, defaultBrand } from '#contract/default-brand.ts';

import { compressAll } from './compress.ts';
import { htmlDocument } from './document.ts';
import { inlineScript } from './inline-script.ts';
import { assetOf, readManifest, scriptsOf, type Manifest } from './manifest.ts';
import { readPageStyles } from './page-styles.ts';

/** Which pages to write, and where: `siteFolder` is what the build made. */
export type PagesToWrite = {
  readonly siteFolder: string;
  readonly outFolder: string;
  readonly brand: Brand;
  /** The picture of shared links; null for the default brand's, which shows its name. */
  readonly shareImage: string | null;
};

type Page = { readonly path: string; readonly source: string; readonly isPublic: boolean };
type ServerEntry = {
  readonly pages: readonly Page[];
  readonly notFound: Page;
  readonly aliases: Readonly<Record<string, string>>;
  readonly renderPage: (
    path: string,
  ) => Promise<{ html: string; meta: { title: string; description: string }; asks: readonly string[] }>;
};

const SHARE_IMAGE = 'og.png';

/**
 * Writes every page as complete HTML under the installed brand, the lists for the server and for crawlers, the pictures
 * and the licenses, each compressed as well. `assets/` stays where the build put it.
 */
export async function writePages({ siteFolder, outFolder, shareImage }: PagesToWrite): Promise<void> {
  const entry = (await import(pathToFileURL(join(siteFolder, 'render/entry-server.js')).href)) as ServerEntry;
  const manifest = readManifest(await readFile(join(siteFolder, 'render/manifest.json'), 'utf8'));
  const hasImage = shareImage !== null || brand.name === defaultBrand.name;
  await writeHtml(entry, manifest, { siteFolder, outFolder, hasImage });
  await writeLists(entry, outFolder);
  if (outFolder !== siteFolder) await copyFiles(siteFolder, outFolder, hasImage ? null : SHARE_IMAGE);
  if (shareImage !== null) await copyFile(shareImage, join(outFolder, SHARE_IMAGE));
  await compressAll(outFolder, ['assets', 'render']);
}

async function writeHtml(
  { pages, notFound, renderPage }: ServerEntry,
  manifest: Manifest,
  { siteFolder, outFolder, hasImage }: { siteFolder: string; outFolder: string; hasImage: boolean },
): Promise<void> {
  const styles = await readPageStyles(siteFolder);
  const allStyles = `/${assetOf(manifest, '.css')}`;
  const font = `/${assetOf(manifest, '.woff2')}`;
  for (const { path, source, isPublic } of [...pages, notFound]) {
    const { html, meta, asks } = await renderPage(path);
    if (html.includes('<script')) throw new Error(`${path} was rendered with an inline script: a boundary suspended`);
    const scripts = scriptsOf(manifest, source);
    const css = styles[source] ?? '';
    const page = { ...meta, path, isPublic, body: html, css, allStyles, scripts, font, asks, hasImage };
    await write(outFolder, join(path.slice(1), 'index.html'), htmlDocument(page));
  }
}

/** Writes the lists for the server (pages, redirects, hash of the inline script) and for crawlers. */
async function writeLists({ pages, aliases }: ServerEntry, outFolder: string): Promise<void> {
  const hash = createHash('sha256').update(inlineScript).digest('base64');
  await write(outFolder, 'csp.json', JSON.stringify({ scriptHashes: [`'sha256-${hash}'`] }));
  const routes = { pages: pages.map(({ path }) => path), redirects: aliases };
  await write(outFolder, 'routes.json', JSON.stringify(routes));
  const listed = pages.filter(({ isPublic }) => isPublic);
  const urls = listed.map(({ path }) => `<url><loc>${brand.origin}${path}</loc></url>`);
  await write(
    outFolder,
    'sitemap.xml',
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
  );
  const hidden = pages.filter(({ isPublic }) => !isPublic).map(({ path }) => `Disallow: ${path}`);
  await write(
    outFolder,
    'robots.txt',
    ['User-agent: *', ...hidden, 'Disallow: /api/', '', `Sitemap: ${brand.origin}/sitemap.xml`, ''].join('\n'),
  );
}

/** Copies the pictures and the licenses of the build, except the picture that shows another name. */
async function copyFiles(from: string, to: string, except: string | null): Promise<void> {
  const names = (await readdir(from)).filter((name) => /\.(?:png|svg)$|^licenses\.txt$/.test(name) && name !== except);
  await Promise.all(names.map((name) => copyFile(join(from, name), join(to, name))));
}

async function write(outFolder: string, path: string, text: string): Promise<void> {
  const file = join(outFolder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
