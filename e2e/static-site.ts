import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';

import { RUNTIME_CONFIG_PATH } from '#contract/runtime-config.ts';

const folder = resolve(import.meta.dirname, '../dist/web');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};

/** The response of a stubbed call, sent once `after` resolves; `isCut`: drops the connection instead. */
export type Reply = {
  readonly status?: number;
  readonly json?: unknown;
  /** Raw body in place of `json`. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly after?: Promise<void>;
  readonly isCut?: boolean;
};
/** Keys like "POST /api/demo/search". A call without an entry gets a 404 with a message. */
export type Calls = Record<string, (body: string, headers: IncomingHttpHeaders) => Reply>;

export type ReceivedCall = { readonly call: string; readonly search: string; readonly body: string };

export type StaticSite = AsyncDisposable & {
  readonly url: string;
  /** Received calls, oldest first. */
  readonly received: ReceivedCall[];
  /** Adds or replaces responses. */
  readonly answer: (calls: Calls) => void;
  /**
   * The same address with other responses, and no recorded calls; requests still open at the previous site are lost.
   */
  readonly restart: (calls: Calls) => StaticSite;
};

/**
 * Serves the built site from a port of its own, by the rules of docs/decisions/0004-static-pages.md, and answers calls
 * with the given responses: for viewing pages, and for tests of what only the browser does.
 */
export async function startStaticSite(calls: Calls = {}): Promise<StaticSite> {
  const routes = JSON.parse(await readFile(join(folder, 'routes.json'), 'utf8')) as Routes;
  const { scriptHashes } = JSON.parse(await readFile(join(folder, 'csp.json'), 'utf8')) as { scriptHashes: string[] };
  const policy = `default-src 'self'; script-src 'self' ${scriptHashes.join(' ')}; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
  // A call belongs to the site that it was made to, even if its reply comes after `restart`.
  let current: { answers: Calls; readonly received: ReceivedCall[] } = { answers: calls, received: [] };

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.writeHead(500).end());
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const asked = current;
    if (pathname.startsWith('/api/') || pathname === RUNTIME_CONFIG_PATH) {
      const body = await readBody(request);
      const name = `${request.method} ${pathname}`;
      asked.received.push({ call: name, search, body });
      const {
        status = 200,
        json = {},
        text = JSON.stringify(json),
        headers,
        after,
        isCut = false,
      } = asked.answers[name]?.(body, request.headers) ?? {
        status: 404,
        json: { code: 'not_found', message: 'There is no such call.' },
      };
      await after;
      if (isCut) return void request.socket.destroy();
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
      return;
    }
    const path = pathname.toLowerCase().replace(/\/+$/, '') || '/';
    const target = routes.redirects[path];
    if (target) return void response.writeHead(308, { location: target }).end();
    const isPage = routes.pages.includes(path);
    if (isPage && request.method === 'POST') return void response.writeHead(303, { location: path }).end();
    const isFile = !isPage && extname(pathname) !== '' && !pathname.includes('..');
    const file = isPage ? join(path, 'index.html') : isFile ? pathname : '404/index.html';
    await sendFile(request, response, file, isPage || isFile ? 200 : 404);
  }

  async function sendFile(request: IncomingMessage, response: ServerResponse, file: string, status: number) {
    const isBrotli = String(request.headers['accept-encoding']).includes('br');
    const packed = isBrotli ? await readFile(join(folder, `${file}.br`)).catch(() => null) : null;
    const bytes = packed ?? (await readFile(join(folder, file)).catch(() => null));
    if (!bytes) return void response.writeHead(404).end();
    response.writeHead(status, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-security-policy': policy,
      vary: 'accept-encoding',
      ...(packed && { 'content-encoding': 'br' }),
    });
    response.end(bytes);
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // A site that is kept for reuse does not keep its process.
  server.unref();
  const { port } = server.address() as AddressInfo;
  const siteOf = (state: typeof current): StaticSite => ({
    url: `http://127.0.0.1:${port}`,
    received: state.received,
    answer(more) {
      state.answers = { ...state.answers, ...more };
    },
    restart(others) {
      server.closeAllConnections();
      current = { answers: others, received: [] };
      return siteOf(current);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
  return siteOf(current);
}

type Routes = { readonly pages: readonly string[]; readonly redirects: Readonly<Record<string, string>> };

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
