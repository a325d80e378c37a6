import { createHash, randomUUID } from 'node:crypto';

import PostalMime, { type Address, type Attachment } from 'postal-mime';

import type { CaughtAttachment, CaughtMail } from './mailbox.ts';

/**
 * Reads a message as it came over the wire.
 * @throws when it is not a message at all
 */
export async function readMail(raw: Buffer, envelope: CaughtMail['envelope'], at: Date): Promise<CaughtMail> {
  const mail = await PostalMime.parse(raw);
  return {
    id: randomUUID(),
    at: at.toISOString(),
    to: listed(mail.to) ?? '',
    from: listed(mail.from && [mail.from]) ?? envelope.from,
    fromName: mail.from?.name ?? '',
    replyTo: listed(mail.replyTo),
    subject: mail.subject ?? '',
    text: mail.text ?? null,
    html: mail.html ?? null,
    attachments: mail.attachments.map(noted),
    envelope,
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    sizeBytes: raw.byteLength,
  };
}

type Foreign = { readonly from: string; readonly to: string; readonly subject: string; readonly text: string };

/** A mail that another stand-in sent by itself (Cognito's codes), not through our server. */
export function foreignMail({ from, to, subject, text }: Foreign, at: Date): CaughtMail {
  return {
    id: randomUUID(),
    at: at.toISOString(),
    to,
    from,
    fromName: '',
    replyTo: null,
    subject,
    text,
    html: null,
    attachments: [],
    envelope: { from, to: [to] },
    headers: [],
    sizeBytes: Buffer.byteLength(text),
  };
}

function listed(addresses: readonly Address[] | undefined): string | null {
  if (!addresses || addresses.length === 0) return null;
  return addresses.flatMap((one) => (one.group ? one.group.map(({ address }) => address) : one.address)).join(', ');
}

function noted({ filename, mimeType, content }: Attachment): CaughtAttachment {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { filename, contentType: mimeType, size: bytes.byteLength, sha256 };
}
