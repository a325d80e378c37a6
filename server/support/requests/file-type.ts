import { attachmentTypes } from '#contract/attachments.ts';

export type AttachmentType = (typeof attachmentTypes)[keyof typeof attachmentTypes];

/** The first bytes of each type (each format's specification; for HEIC, ISO/IEC 23008-12, annex B.4). */
const beginnings: readonly (readonly [AttachmentType, (head: string) => boolean])[] = [
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/gif', (head) => /^GIF8[79]a/.test(head)],
  ['image/webp', (head) => /^RIFF[^]{4}WEBP/.test(head)],
  ['image/heic', (head) => /^[^]{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/.test(head)],
  ['application/pdf', (head) => /^%PDF-\d/.test(head)],
];
/** Text that a program would execute or render under another name (docs/reference/security.md#t10). */
const markup = /^\s*(?:<\?xml|<!doctype|<html|<svg|<script)/i;
/** Text contains no control characters except backspace to carriage return, and the escape that colors logs. */
function isOfText(byte: number): boolean {
  return byte >= 0x20 ? byte !== 0x7f : (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b;
}

/** The type of a file by its bytes; null for one that is not accepted. */
function sniff(bytes: Buffer): AttachmentType | null {
  const head = bytes.toString('latin1', 0, 64);
  const found = beginnings.find(([, isIt]) => isIt(head));
  if (found) return found[0];
  // A UTF-8 byte order mark is not part of the text.
  const isMarkup = markup.test(bytes.toString('latin1', 0, 200).replace(/^\xef\xbb\xbf/, ''));
  return !isMarkup && bytes.every(isOfText) ? 'text/plain' : null;
}

/** The type of a file if its name and bytes agree on an accepted one, otherwise null. */
export function fileType(name: string, bytes: Buffer): AttachmentType | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (!name.includes('.') || !Object.hasOwn(attachmentTypes, ending)) return null;
  const claimed = attachmentTypes[ending as keyof typeof attachmentTypes];
  return sniff(bytes) === claimed ? claimed : null;
}

const nameCharsMax = 80;

/**
 * The name of a file in the email: without folders, in plain characters only (docs/reference/security.md#t10, #t11).
 */
export function plainFileName(name: string, position: number): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const dot = base.lastIndexOf('.');
  const stem = base
    .slice(0, dot)
    .normalize('NFKD')
    .replaceAll(/[^\w-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return `${stem.slice(0, nameCharsMax) || `file-${position + 1}`}${base.slice(dot).toLowerCase()}`;
}
