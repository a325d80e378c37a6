import { brand } from '#contract/brand.ts';

/** A block of an email. Emails are short: a few sentences, at most one code and one link. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string };

/** The content of an email, without layout. */
export type MailContent = { readonly subject: string; readonly blocks: readonly Block[] };

/** The email as plain text; many of our readers see only this. */
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

/** Who sends: the company, and where it is. */
const imprint = brand.address === null ? brand.company : `${brand.company}, ${brand.address}`;
const signature = `${brand.name}\n${brand.supportEmail}`;

/** Colors of the site (light theme); mail clients with a dark mode convert them correctly. */
const ink = '#1d2421';
const muted = '#56605b';
const green = '#1f5d4c';

/**
 * The same as HTML: one column, system fonts, inline styles (mail clients drop others), no images, no tracking, and all
 * text escaped.
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
</head>
<body style="margin:0;padding:24px 16px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:17px;line-height:1.5;color:${ink}">
<div style="max-width:34em;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600;color:${green}">${escaped(brand.name)}</p>
${body}
<p style="margin:32px 0 0;font-size:14px;color:${muted}">${escaped(imprint)}<br><a href="mailto:${escaped(brand.supportEmail)}" style="color:${muted}">${escaped(brand.supportEmail)}</a></p>
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
      return `<p style="margin:24px 0"><a href="${escaped(block.url)}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:${green};color:#ffffff;text-decoration:none">${escaped(block.label)}</a></p>`;
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
