import { createHash, randomUUID } from 'node:crypto';

import PostalMime, { type Address, type Attachment } from 'postal-mime';

import type { CaughtAttachment, CaughtMail } from './mailbox.ts';

/**
 * Parses a message from the wire.
 * @throws when it is not an email message
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

function listed(addresses: readonly Address[] | undefined): string | null {
  if (!addresses || addresses.length === 0) return null;
  return addresses.flatMap((one) => (one.group ? one.group.map(({ address }) => address) : one.address)).join(', ');
}

function noted({ filename, mimeType, content }: Attachment): CaughtAttachment {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { filename, contentType: mimeType, size: bytes.byteLength, sha256 };
}
