import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type { FastifyInstance } from 'fastify';

import type { Vendor } from '../context.ts';

const FONT = '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';

/** The stylesheets, font and scripts of the pages, read from disk at each request. */
export const assets: Vendor = () => assetRoutes;

async function assetRoutes(app: FastifyInstance): Promise<void> {
  app.get('/sandbox/assets/figtree.woff2', async (_request, reply) =>
    reply
      .type('font/woff2')
      .header('cache-control', 'max-age=86400')
      .send(await readFile(fileURLToPath(import.meta.resolve(FONT)))),
  );
  app.get<{ Params: { file: string } }>('/sandbox/assets/:file', async ({ params }, reply) => {
    const [, name, kind] = /^([a-z-]+)\.(css|js)$/.exec(params.file) ?? [];
    if (name === undefined) return reply.callNotFound();
    const path = kind === 'js' ? `browser/${name}.js` : `${name}.css`;
    const text = await readFile(new URL(path, import.meta.url)).catch(() => null);
    if (!text) return reply.callNotFound();
    return reply.type(kind === 'js' ? 'text/javascript; charset=utf-8' : 'text/css; charset=utf-8').send(text);
  });
}
