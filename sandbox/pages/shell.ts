import type { FastifyReply } from 'fastify';

import { type Html, html } from './html.ts';

/** The desks of the sandbox, in the order of their links. */
const desks = [
  { path: '/phone', name: 'Phone' },
  { path: '/mail', name: 'Mail' },
  { path: '/payments', name: 'Payments' },
] as const;

type Page = {
  readonly title: string;
  /** The desk that this page is; none for a vendor's own hosted page, which has no links to desks. */
  readonly desk?: (typeof desks)[number]['path'] | '/';
  /** One line of what the page is not, at its top. */
  readonly banner: string;
  readonly body: Html;
  /** Names of scripts in sandbox/pages/browser, without `.js`. */
  readonly scripts?: readonly string[];
  /** Names of stylesheets in sandbox/pages beside the common ones, without `.css`. */
  readonly styles?: readonly string[];
};

/** A whole page in the sandbox's look. */
export function page({ title, desk, banner, body, scripts = [], styles = [] }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="preload" href="/sandbox/assets/figtree.woff2" as="font" type="font/woff2" crossorigin />
        ${['look', 'parts', ...styles].map((name) => html`<link rel="stylesheet" href="/sandbox/assets/${name}.css" />`)}
        ${scripts.map((name) => html`<script type="module" src="/sandbox/assets/${name}.js"></script>`)}
      </head>
      <body>
        <aside class="banner" aria-label="About this page"><strong>Sandbox.</strong> ${banner}</aside>
        ${desk !== undefined && deskHeader(desk)} ${body}
      </body>
    </html>`.markup;
}

function deskHeader(current: string): Html {
  return html`<header class="desk-header">
    <nav aria-label="Sandbox desks">
      <a class="home" href="/" ${current === '/' ? here : null}>Sandbox</a>
      ${desks.map(({ path, name }) => html`<a href="${path}" ${path === current ? here : null}>${name}</a>`)}
    </nav>
  </header>`;
}

const here = html`aria-current="page"`;

/**
 * Sends a page. No script but our own files runs on it, and nothing is loaded from elsewhere.
 * @param formTargets origins besides our own that a form may lead to after it was sent (a redirect counts)
 */
export function sendPage(reply: FastifyReply, markup: string, formTargets: readonly string[] = []): FastifyReply {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ];
  return reply
    .headers({
      'content-security-policy': policy.join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(markup);
}
