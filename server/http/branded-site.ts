import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';

import { type Brand, defaultBrand } from '#contract/default-brand.ts';
import { ConfigError } from '#server/config/env-reader.ts';

import { keepAssets } from './kept-assets.ts';
import { readStaticSite, type StaticSite } from './static-site.ts';

/** How many folders of pages to keep: ours, and those of earlier releases whose processes still run. */
const foldersKept = 3;

type SiteOptions = {
  /**
   * The output of `scripts/build-web.ts`: the pages of the default brand, and the program that writes another brand's.
   */
  readonly siteFolder: string;
  readonly dataDir: string;
  readonly brand: Brand;
  /** A PNG for shared links, or null. */
  readonly shareImage: string | null;
};

/**
 * The pages in this installation's brand. A separate thread writes them once, into a folder of `DATA_DIR/site` that is
 * named after everything they are made of; later starts find them
 * (docs/decisions/0023-one-build-many-brands.md).
 * @returns null if the site has not been built; the calls work without it
 * @throws ConfigError if the pages cannot be written
 */
export async function openSite({ siteFolder, dataDir, brand, shareImage }: SiteOptions): Promise<StaticSite | null> {
  const assetsFolders = [join(siteFolder, 'assets'), join(dataDir, 'assets')] as const;
  const built = readStaticSite(siteFolder, assetsFolders);
  if (built !== null) await keepAssets(...assetsFolders);
  if (built === null || (isDeepStrictEqual(brand, defaultBrand) && shareImage === null)) return built;
  const folders = join(dataDir, 'site');
  const folder = join(folders, nameOf(siteFolder, brand, shareImage));
  if (!existsSync(folder)) await writeSite(folders, folder, { siteFolder, brand, shareImage });
  const now = new Date();
  await utimes(folder, now, now);
  await removeOld(folders);
  return readStaticSite(folder, assetsFolders);
}

/** A hash of the build, the brand and the picture. */
function nameOf(siteFolder: string, brand: Brand, shareImage: string | null): string {
  const hash = createHash('sha256')
    .update(readFileSync(join(siteFolder, 'render/id')))
    .update(JSON.stringify(brand));
  if (shareImage !== null) hash.update(readFileSync(shareImage));
  return hash.digest('hex').slice(0, 24);
}

/** Gives the folder its name once it is complete, so that another process never serves a partial one. */
async function writeSite(
  folders: string,
  folder: string,
  pages: Pick<SiteOptions, 'siteFolder' | 'brand' | 'shareImage'>,
): Promise<void> {
  const draft = join(folders, `.next-${randomUUID()}`);
  try {
    await mkdir(draft, { recursive: true });
    const worker = new Worker(join(pages.siteFolder, 'render/worker.js'), {
      workerData: { ...pages, outFolder: draft },
      execArgv: [],
    });
    await new Promise((done, fail) => worker.once('exit', done).once('error', fail));
    await rename(draft, folder).catch((error: NodeJS.ErrnoException) => {
      // Another process was first.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    throw new ConfigError([`The pages of this brand cannot be written to DATA_DIR/site: ${reason}`]);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function removeOld(folders: string): Promise<void> {
  const names = (await readdir(folders)).filter((name) => !name.startsWith('.'));
  const used = await Promise.all(
    names.map(async (name) => {
      const path = join(folders, name);
      return { path, at: (await stat(path).catch(() => null))?.mtimeMs ?? 0 };
    }),
  );
  const old = used.toSorted((a, b) => b.at - a.at).slice(foldersKept);
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })));
}
