import { existsSync } from 'node:fs';
import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';

import { RUNTIME_CONFIG_PATH, type RuntimeConfig } from '#contract/runtime-config.ts';

import { handleNotFound } from './error-handler.ts';
import { oneAddress } from './one-address.ts';
import { fileOfPage, type StaticSite } from './static-site.ts';

/** Hashed names never change their content. */
const forEver = { maxAge: '365d', immutable: true } as const;
const anHour = { maxAge: '1h', immutable: false } as const;

/**
 * The pages, as docs/decisions/0004-static-pages.md describes: complete HTML, compressed at build time, revalidated at
 * every visit. Hashed files are cached forever, and those of other releases are served too (kept-assets.ts). A form
 * sent without JavaScript redirects to its page, its body unread.
 */
export function siteRoutes(site: StaticSite, runtimeConfig: RuntimeConfig, publicUrl: string): FastifyPluginCallback {
  const rightAddress = oneAddress(publicUrl);
  return function (app, _options, done) {
    app.register(fastifyStatic, { root: site.folder, serve: false, preCompressed: true, cacheControl: true });
    // Drains the body that a browser without JavaScript sends to a page.
    app.addContentTypeParser('*', (_request, payload, parsed) => {
      payload.resume();
      parsed(null, undefined);
    });
    for (const page of site.pages) {
      app.get(page, (request, reply) => {
        const address = rightAddress(request.host, request.url);
        return address === null ? sendPage(site, page, reply) : reply.redirect(address, 307);
      });
      app.post(page, { bodyLimit: 1024 * 1024 }, (_request, reply) => reply.redirect(page, 303));
    }
    for (const [from, to] of Object.entries(site.redirects)) {
      app.get(from, (_request, reply) => reply.redirect(to, 308));
    }
    for (const file of site.files) app.get(`/${file}`, (_request, reply) => reply.sendFile(file, anHour));
    app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
      const name = request.params['*'];
      const isName = /^[\w.-]+$/.test(name);
      const folder = isName ? site.assetsFolders.find((one) => existsSync(join(one, name))) : undefined;
      return folder === undefined ? reply.callNotFound() : reply.sendFile(name, folder, forEver);
    });
    app.get(RUNTIME_CONFIG_PATH, (_request, reply) => reply.header('cache-control', 'no-cache').send(runtimeConfig));
    app.setNotFoundHandler(notFoundPage(site));
    done();
  };
}

async function sendPage(site: StaticSite, page: string, reply: FastifyReply): Promise<FastifyReply> {
  const isAdmin = page === '/admin';
  reply.header('content-security-policy', site.contentSecurityPolicy);
  // The admin's URL may hold a token, so it is neither cached nor sent as a referrer (docs/reference/security.md#t9).
  reply.header('cache-control', isAdmin ? 'no-store' : 'no-cache');
  if (isAdmin) reply.header('referrer-policy', 'no-referrer');
  return reply.sendFile(fileOfPage(page), { cacheControl: false });
}

/** Paths that programs call: unknown ones get JSON. */
const forPrograms = /^\/(api|webhooks|metrics|healthz|readyz|assets)(\/|$)/i;

/** Replies to an unknown path: people get a page with a link home; programs get JSON. */
function notFoundPage(site: StaticSite) {
  return async function (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || forPrograms.test(request.url.split('?')[0] ?? '')) return handleNotFound(request, reply);
    reply.code(404);
    return sendPage(site, '/404', reply);
  };
}
