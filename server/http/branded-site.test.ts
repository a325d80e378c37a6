import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { defaultBrand } from '#contract/default-brand.ts';

import { openSite } from './branded-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'askline-branded-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Stands for the program that the build leaves: it writes the brand's name, and fails for one that is called so. */
const program = `
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workerData as pages } from 'node:worker_threads';
if (pages.brand.name === 'Broken') throw new Error('no pages');
writeFileSync(join(pages.outFolder, 'routes.json'), JSON.stringify({ pages: ['/'], redirects: {} }));
writeFileSync(join(pages.outFolder, 'csp.json'), JSON.stringify({ scriptHashes: [] }));
writeFileSync(join(pages.outFolder, 'index.html'), pages.brand.name);
`;

/** A small installation with a built site. */
function installation() {
  const place = mkdtempSync(join(folder, 'one-'));
  const siteFolder = join(place, 'web');
  mkdirSync(join(siteFolder, 'render'), { recursive: true });
  mkdirSync(join(siteFolder, 'assets'));
  writeFileSync(join(siteFolder, 'assets/main-Ab1.js'), 'script');
  writeFileSync(join(siteFolder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(siteFolder, 'render/worker.js'), program);
  writeFileSync(join(siteFolder, 'render/id'), 'build 1');
  writeFileSync(join(siteFolder, 'routes.json'), JSON.stringify({ pages: ['/'], redirects: {} }));
  writeFileSync(join(siteFolder, 'csp.json'), JSON.stringify({ scriptHashes: [] }));
  const dataDir = join(place, 'data');
  const open = (name: string) => openSite({ siteFolder, dataDir, brand: { ...defaultBrand, name }, shareImage: null });
  return { siteFolder, dataDir, open, written: () => readdirSync(join(dataDir, 'site')) };
}

test('the default brand has the pages of the build', async () => {
  const { open, siteFolder, dataDir } = installation();
  const assetsFolders = [join(siteFolder, 'assets'), join(dataDir, 'assets')];
  expect(await open(defaultBrand.name)).toMatchObject({ folder: siteFolder, assetsFolders });
  expect(readdirSync(join(dataDir, 'assets'))).toEqual(['main-Ab1.js']);
});

test('the pages of another brand are written once for each build', async () => {
  const { open, siteFolder, written } = installation();
  const first = await open('Hearth');
  expect(readFileSync(join(first?.folder ?? '', 'index.html'), 'utf8')).toBe('Hearth');
  expect(first?.assetsFolders[0]).toBe(join(siteFolder, 'assets'));
  writeFileSync(join(siteFolder, 'render/worker.js'), 'throw new Error("written again")');
  expect((await open('Hearth'))?.folder).toBe(first?.folder);
  writeFileSync(join(siteFolder, 'render/worker.js'), program);
  writeFileSync(join(siteFolder, 'render/id'), 'build 2');
  expect((await open('Hearth'))?.folder).not.toBe(first?.folder);
  expect(written()).toHaveLength(2);
});

test('processes that start together end up with one complete folder', async () => {
  const { open, written } = installation();
  const sites = await Promise.all(['Hearth', 'Hearth', 'Hearth'].map(open));
  expect(new Set(sites.map((site) => site?.folder)).size).toBe(1);
  expect(written()).toHaveLength(1);
});

test('only the pages of the last three brands or builds are kept', async () => {
  const { open, written } = installation();
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await open(name);
  expect(written()).toHaveLength(3);
});

test('a start that cannot write the pages fails with a sentence, and leaves nothing behind', async () => {
  const { open, written } = installation();
  await expect(open('Broken')).rejects.toThrow('The pages of this brand cannot be written to DATA_DIR/site: no pages');
  expect(written()).toEqual([]);
});
