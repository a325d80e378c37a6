import fastifyStatic from '@fastify/static';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';

import { RUNTIME_CONFIG_PATH, type RuntimeConfig } from '#contract/runtime-config.ts';

import { handleNotFound } from './error-handler.ts';
import { fileOfPage, type Site } from './site.ts';

/** Hashed names never change their content. */
const forEver = { maxAge: '365d', immutable: true } as const;
const anHour = { maxAge: '1h', immutable: false } as const;

/**
 * The pages, as docs/decisions/0004 tells: complete HTML, compressed when it was built, revalidated at every visit;
 * hashed files for ever. A form sent without JavaScript comes back to its page, its body unread.
 */
export function siteRoutes(site: Site, runtimeConfig: RuntimeConfig): FastifyPluginCallback {
  return function (app, _options, done) {
    app.register(fastifyStatic, { root: site.folder, serve: false, preCompressed: true, cacheControl: true });
    // Whatever a browser without JavaScript sends to a page is let run out unread.
    app.addContentTypeParser('*', (_request, payload, parsed) => {
      payload.resume();
      parsed(null, undefined);
    });
    for (const page of site.pages) {
      app.get(page, (_request, reply) => sendPage(site, page, reply));
      app.post(page, { bodyLimit: 1024 * 1024 }, (_request, reply) => reply.redirect(page, 303));
    }
    for (const [from, to] of Object.entries(site.redirects)) {
      app.get(from, (_request, reply) => reply.redirect(to, 308));
    }
    for (const file of site.files) app.get(`/${file}`, (_request, reply) => reply.sendFile(file, anHour));
    app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
      return reply.sendFile(`assets/${request.params['*']}`, forEver);
    });
    app.get(RUNTIME_CONFIG_PATH, (_request, reply) => reply.header('cache-control', 'no-cache').send(runtimeConfig));
    app.setNotFoundHandler(notFoundPage(site));
    done();
  };
}

async function sendPage(site: Site, page: string, reply: FastifyReply): Promise<FastifyReply> {
  const isAdmin = page === '/admin';
  reply.header('content-security-policy', site.contentSecurityPolicy);
  // The admin's address may hold a token: it is neither kept nor told to anyone (security T9).
  reply.header('cache-control', isAdmin ? 'no-store' : 'no-cache');
  if (isAdmin) reply.header('referrer-policy', 'no-referrer');
  return reply.sendFile(fileOfPage(page), { cacheControl: false });
}

/** Paths that programs call: they get JSON for what is not there. */
const forPrograms = /^\/(api|webhooks|metrics|healthz|readyz|assets)(\/|$)/i;

/** People who took a wrong turn get a page with the way back; programs get JSON. */
function notFoundPage(site: Site) {
  return async function (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || forPrograms.test(request.url.split('?')[0] ?? '')) return handleNotFound(request, reply);
    reply.code(404);
    return sendPage(site, '/404', reply);
  };
}
