import { mkdirSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A `DATA_DIR` of its own for a product; `await using` removes it. The pages' files that a start keeps
 * (server/http/kept-assets.ts) are shared by all products of a test run: copying them would be a third of a start.
 */
export async function dataFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'askline-data-'));
  const assets = join(tmpdir(), 'askline-assets');
  mkdirSync(assets, { recursive: true });
  symlinkSync(assets, join(path, 'assets'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
