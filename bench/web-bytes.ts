import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { Measure } from './measure.ts';

const folder = resolve(import.meta.dirname, '../dist/web');
const KIB = 1024;

/** Script budgets per page in KiB after brotli: everything needed for hydration. */
const scriptBudgets: Record<string, number> = {
  '/': 81,
  '/faq': 84,
  '/terms': 84,
  '/privacy': 84,
  '/about-us': 84,
  '/contact': 100,
  '/signup': 100,
  '/login': 100,
  '/forgot-password': 100,
  '/dashboard': 115,
  '/admin': 110,
};
/** In KiB: a page with its styles must fit into TCP's initial congestion window. */
const HTML_BUDGET = 14;

/** The transfer size of each page in KiB after brotli. */
export async function measureBytes(): Promise<Measure[]> {
  const { pages } = JSON.parse(await readFile(join(folder, 'routes.json'), 'utf8')) as { pages: string[] };
  const measures: Measure[] = [];
  for (const path of pages) {
    const file = join(folder, path, 'index.html');
    const html = await readFile(file, 'utf8');
    const page = await kibOf(`${file}.br`);
    const scripts = await sum(
      [...html.matchAll(/(?:modulepreload" href|module" src)="([^"]+)"/g)].map(([, src]) => src),
    );
    const budget = scriptBudgets[path];
    measures.push(
      { what: `${path} html and styles`, value: page, unit: 'KiB', atMost: HTML_BUDGET },
      { what: `${path} scripts`, value: scripts, unit: 'KiB', ...(budget !== undefined && { atMost: budget }) },
    );
    if (path !== '/') continue;
    const font = await kibOf(join(folder, /href="(\/assets\/[^"]+\.woff2)"/.exec(html)?.[1] ?? ''));
    measures.push(
      { what: '/ font', value: font, unit: 'KiB', atMost: 20 },
      { what: '/ total', value: page + scripts + font, unit: 'KiB', atMost: 120 },
    );
  }
  return measures;
}

async function sum(addresses: readonly (string | undefined)[]): Promise<number> {
  const sizes = await Promise.all(addresses.map((address) => kibOf(join(folder, `${address}.br`))));
  return sizes.reduce((total, size) => total + size, 0);
}

async function kibOf(file: string): Promise<number> {
  return (await stat(file)).size / KIB;
}
