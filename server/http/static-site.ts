import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

const Routes = z.object({ pages: z.array(z.string()), redirects: z.record(z.string(), z.string()) });
const Csp = z.object({ scriptHashes: z.array(z.string()) });

/**
 * The built pages (docs/decisions/0004-static-pages.md): their paths, and the content security policy of their scripts.
 */
export type StaticSite = {
  readonly folder: string;
  /** The folders of hashed files, which are the same for every brand: those of the build, then of other releases. */
  readonly assetsFolders: readonly string[];
  readonly pages: readonly string[];
  readonly redirects: Readonly<Record<string, string>>;
  /** Files next to the pages, such as `favicon.svg`, by name. */
  readonly files: readonly string[];
  readonly contentSecurityPolicy: string;
};

/** Files that the build writes for the server, not for visitors. */
const internal = new Set(['routes.json', 'csp.json']);

/**
 * Reads the pages that `scripts/build-web.ts`, or the program that it built, wrote.
 * @param assetsFolders the folders of hashed files, in order
 * @returns null if the site has not been built; the calls work without it
 */
export function readStaticSite(
  folder: string,
  assetsFolders: readonly string[] = [join(folder, 'assets')],
): StaticSite | null {
  if (!existsSync(join(folder, 'routes.json'))) return null;
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const { pages, redirects } = Routes.parse(read('routes.json'));
  const { scriptHashes } = Csp.parse(read('csp.json'));
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(html|br|gz)$/.test(entry.name) && !internal.has(entry.name))
    .map(({ name }) => name);
  return { folder, assetsFolders, pages, redirects, files, contentSecurityPolicy: policy(scriptHashes) };
}

/** Nothing from other hosts, and no inline script except those of the build (docs/reference/security.md#t20). */
function policy(scriptHashes: readonly string[]): string {
  return [
    `default-src 'self'`,
    `script-src 'self' ${scriptHashes.join(' ')}`.trim(),
    // Pages have inline styles, and dialogs lock scrolling with one.
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data:`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** The path of a page's HTML below the site's folder. */
export function fileOfPage(page: string): string {
  return page === '/' ? 'index.html' : `${page.slice(1)}/index.html`;
}
