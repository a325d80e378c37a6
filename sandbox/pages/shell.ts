import type { FastifyReply } from 'fastify';

import { type Html, html } from './html.ts';

/** The sandbox's sections, in the order of their links. */
const sections = [
  { path: '/phone', name: 'Phone' },
  { path: '/mail', name: 'Mail' },
  { path: '/payments', name: 'Payments' },
] as const;

type Page = {
  readonly title: string;
  /** The section that this page belongs to; absent on a vendor's hosted page, which has no links to the sections. */
  readonly section?: (typeof sections)[number]['path'] | '/';
  /** One line at the top: what the page simulates. */
  readonly banner: string;
  readonly body: Html;
  /** Names of scripts in sandbox/pages/browser, without `.js`. */
  readonly scripts?: readonly string[];
  /** Names of further stylesheets in sandbox/pages, without `.css`. */
  readonly styles?: readonly string[];
};

/** A complete page with the sandbox's theme. */
export function page({ title, section, banner, body, scripts = [], styles = [] }: Page): string {
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
        ${section !== undefined && siteHeader(section)} ${body}
      </body>
    </html>`.markup;
}

function siteHeader(current: string): Html {
  return html`<header class="site-header">
    <nav aria-label="Sandbox">
      <a class="home" href="/" ${current === '/' ? here : null}>Sandbox</a>
      ${sections.map(({ path, name }) => html`<a href="${path}" ${path === current ? here : null}>${name}</a>`)}
    </nav>
  </header>`;
}

const here = html`aria-current="page"`;

/**
 * Sends a page that runs only the sandbox's scripts and loads nothing from elsewhere.
 * @param formTargets further origins that a form may lead to, redirects included
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
