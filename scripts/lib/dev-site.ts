import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

import { createLogger, createServer, type Logger, type Plugin, type ProxyOptions, type ViteDevServer } from 'vite';

import { oneAddress } from '#server/http/one-address.ts';

import { htmlDocument } from '../build-web/document.ts';
import { inCache, inProject, root } from './project.ts';

export type DevSiteOptions = {
  /** Where people and third parties call: the product's own address. */
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  /** The server behind it, such as `http://127.0.0.1:40123`. */
  readonly server: string;
};

type ServerEntry = {
  readonly pages: readonly { readonly path: string }[];
  readonly renderPage: (
    path: string,
  ) => Promise<{ html: string; meta: { title: string; description: string }; asks: readonly string[] }>;
};

const ENTRY = '/web/main.tsx';
const font = '/node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';

/**
 * The site of `npm run dev` at the product's own address: Vite serves the sources and replaces what changes in the open
 * page; pages are rendered for each visit, as the build renders them once; every other request goes to the server. The
 * pages have no content security policy here: Vite adds inline scripts. Import server/config/install-brand.ts before.
 * @throws if the port is taken
 */
export async function openDevSite({ host, port, publicUrl, server }: DevSiteOptions): Promise<ViteDevServer> {
  const site = await createServer({
    root,
    configFile: inProject('vite.config.ts'),
    cacheDir: inCache('vite'),
    customLogger: quietLogger(),
    clearScreen: false,
    define: { BUILD_YEAR: String(new Date().getFullYear()), IS_PAGE: 'true' },
    plugins: [pages(publicUrl)],
    server: {
      host,
      port,
      strictPort: true,
      allowedHosts: [new URL(publicUrl).hostname],
      proxy: { [othersPattern()]: toServer(server) },
      watch: { ignored: ['**/{server,sandbox,embedded,e2e,bench,docs,dist,data,releases,.cache}/**'] },
    },
  });
  await site.listen();
  return site;
}

/** Without a trace for each call while the server restarts; the caller gets a 500. */
function quietLogger(): Logger {
  const logger = createLogger('warn');
  const error: Logger['error'] = (message, options) => {
    if (!message.includes('http proxy error')) logger.error(message, options);
  };
  return { ...logger, error };
}

/** All paths except Vite's own, those of sources, and of files in web/public. */
function othersPattern(): string {
  const files = readdirSync(inProject('web/public')).map((name) => name.replaceAll('.', String.raw`\.`));
  return `^/(?!@|web/|contract/|node_modules/|\\.cache/|(?:${files.join('|')})(?:[?]|$))`;
}

/** The host stays, because webhooks are signed for it, and the client's address is appended. */
function toServer(target: string): ProxyOptions {
  return { target, changeOrigin: false, xfwd: true };
}

/** Answers for pages before anything is handed to the server. */
function pages(publicUrl: string): Plugin {
  const rightAddress = oneAddress(publicUrl);
  return {
    name: 'askline-pages',
    // A page's file exports its title too, which would make the browser load the whole page again
    // (https://github.com/vitejs/vite-plugin-react/tree/main/packages/plugin-react#consistent-components-exports).
    transformIndexHtml: () => [{ tag: 'script', children: `__getReactRefreshIgnoredExports = () => ['meta'];` }],
    configureServer(site) {
      site.middlewares.use((request, response, next) => {
        if (!isForPeople(request)) return next();
        const url = request.url ?? '/';
        const address = rightAddress(request.headers.host ?? '', url);
        if (address !== null) return void response.writeHead(307, { location: address }).end();
        void sendPage(site, url, response, next);
      });
    },
  };
}

/** A visit of a page: a browser that wants HTML, at a path without an extension that no program calls. */
function isForPeople({ method = '', url = '', headers }: IncomingMessage): boolean {
  const isVisit = (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true;
  const [path = ''] = url.split('?');
  return (
    isVisit &&
    !/^\/(?:@|(?:api|webhooks|metrics|healthz|readyz|assets|api-docs|web|contract|node_modules)(?:\/|$))|\.\w+$/i.test(
      path,
    )
  );
}

/** A page that fails to render is shown as Vite shows errors. */
async function sendPage(
  site: ViteDevServer,
  url: string,
  response: ServerResponse,
  fail: (error: unknown) => void,
): Promise<void> {
  try {
    const { status, text } = await renderPage(site, url);
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(text);
  } catch (error) {
    if (error instanceof Error) site.ssrFixStacktrace(error);
    fail(error);
  }
}

async function renderPage(site: ViteDevServer, url: string): Promise<{ status: number; text: string }> {
  const [path = '/'] = url.split('?');
  const entry = (await site.ssrLoadModule(join('/web', 'entry-server.tsx'))) as ServerEntry;
  const { html, meta, asks } = await entry.renderPage(path);
  const styles = { css: '', allStyles: '' };
  const page = { ...meta, path, isPublic: false, body: html, ...styles, scripts: [ENTRY], font, asks, hasImage: false };
  const known = path.toLowerCase().replace(/\/+$/, '') || '/';
  const status = entry.pages.some((one) => one.path === known) ? 200 : 404;
  const text = await site.transformIndexHtml(url, htmlDocument(page));
  return { status, text };
}
