import { brand } from '#contract/brand.ts';

import { inlineScript } from './inline-script.ts';

type Document = {
  /** The page's address, like /faq. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Whether search engines may list it. */
  readonly isPublic: boolean;
  /** HTML rendered by React. */
  readonly body: string;
  /** The page's own styles. */
  readonly css: string;
  /** URL of the styles of all pages; empty if the script brings them. */
  readonly allStyles: string;
  /** URLs of the page's scripts: the entry first, then the scripts to preload. */
  readonly scripts: readonly string[];
  readonly font: string;
  /** Addresses of the calls whose replies the page shows first to a visitor with a session. */
  readonly asks: readonly string[];
  /** Whether there is a picture for shared links. */
  readonly hasImage: boolean;
};

/** One complete HTML page: inline styles, content before scripts. */
export function htmlDocument(page: Document): string {
  const [entry = '', ...chunks] = page.scripts;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<meta name="description" content="${escapeHtml(page.description)}">
${page.isPublic ? shareTags(page) : '<meta name="robots" content="noindex">'}
<meta name="theme-color" content="#faf8f3" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#121815" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="preload" href="${page.font}" as="font" type="font/woff2" crossorigin>
${chunks.map((href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`).join('\n')}
<script data-asks="${page.asks.join(' ')}">${inlineScript}</script>
<style${page.allStyles && ` data-all="${page.allStyles}"`}>${page.css}</style>
</head>
<body>
<div id="root">${page.body}</div>
<script type="module" src="${entry}" fetchpriority="low"></script>
</body>
</html>
`;
}

const imageTags = {
  'og:image': `${brand.origin}/og.png`,
  'og:image:width': '1200',
  'og:image:height': '630',
  'og:image:alt': `${brand.name}: a basic phone with a question and its answer on the screen`,
};

function shareTags({ path, title, description, hasImage }: Document): string {
  const url = `${brand.origin}${path}`;
  const tags = {
    'og:type': 'website',
    'og:site_name': brand.name,
    'og:title': title,
    'og:description': description,
    'og:url': url,
    ...(hasImage ? imageTags : {}),
  };
  return [
    `<link rel="canonical" href="${url}">`,
    ...Object.entries(tags).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
    ),
    `<meta name="twitter:card" content="${hasImage ? 'summary_large_image' : 'summary'}">`,
  ].join('\n');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
