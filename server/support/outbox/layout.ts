import { brand } from '#contract/brand.ts';

/** A block of an email. Emails are short: a few sentences, at most one code and one link. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string };

/** The content of an email, without layout. */
export type MailContent = {
  readonly subject: string;
  readonly blocks: readonly Block[];
  /** Whether it contains a code or link of its own, which replaces those of its previous tries. */
  readonly hasSecret?: boolean;
};

/** The email as plain text, which is all that many of our readers see. */
export function plainText({ blocks }: MailContent): string {
  const parts = blocks.map((block) => {
    switch (block.kind) {
      case 'text':
        return block.text;
      case 'code':
        return `    ${block.code}`;
      case 'link':
        return `${block.label}:\n${block.url}`;
    }
  });
  return `${[...parts, signature].join('\n\n')}\n`;
}

/** The sender: the company and its address. */
const imprint = brand.address === null ? brand.company : `${brand.company}, ${brand.address}`;
const signature = `${brand.name}\n${imprint}\n${brand.supportEmail}`;

/**
 * The site's colors, light and dark. Apple Mail's dark mode darkens only the page and keeps every color that is set, so
 * each color needs a dark one; clients that drop the style element convert the light colors themselves.
 */
const light = { paper: '#ffffff', ink: '#1d2421', muted: '#56605b', brand: '#1f5d4c', onBrand: '#ffffff' } as const;
const dark = { paper: '#121815', ink: '#eef2ee', muted: '#a9b5ae', brand: '#7cc9ad', onBrand: '#0c1f18' } as const;
const darkStyle = `@media (prefers-color-scheme:dark){body{background:${dark.paper}!important;color:${dark.ink}!important}.brand{color:${dark.brand}!important}.muted{color:${dark.muted}!important}.button{background:${dark.brand}!important;color:${dark.onBrand}!important}}`;

/**
 * The email as HTML: one column, system fonts, inline styles (some mail clients drop others), no images, no tracking,
 * and all text escaped.
 */
export function html(content: MailContent): string {
  const body = content.blocks.map(htmlBlock).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(content.subject)}</title>
<style>${darkStyle}</style>
</head>
<body style="margin:0;padding:24px 16px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:17px;line-height:1.5;background:${light.paper};color:${light.ink}">
<div style="max-width:34em;margin:0 auto">
<p class="brand" style="margin:0 0 24px;font-weight:600;color:${light.brand}">${escaped(brand.name)}</p>
${body}
<p class="muted" style="margin:32px 0 0;font-size:14px;color:${light.muted}">${escaped(imprint)}<br><a href="mailto:${escaped(brand.supportEmail)}" class="muted" style="color:${light.muted}">${escaped(brand.supportEmail)}</a></p>
</div>
</body>
</html>
`;
}

function htmlBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${escaped(block.text)}</p>`;
    case 'code':
      return `<p style="margin:24px 0;font-size:32px;letter-spacing:6px;font-weight:600">${escaped(block.code)}</p>`;
    case 'link':
      return `<p style="margin:24px 0"><a href="${escaped(block.url)}" class="button" style="display:inline-block;padding:12px 20px;border-radius:12px;background:${light.brand};color:${light.onBrand};font-weight:600;text-decoration:none">${escaped(block.label)}</a></p>`;
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
