import { z } from 'zod';

import { parseJson } from '#contract/parse-json.ts';
import type { Encryptor } from '#server/platform/encrypt.ts';

/** What is stored, encrypted, of a support request: everything that its two emails need. */
export const RequestEmail = z.object({
  subject: z.string(),
  /** The sender, to whom support replies. */
  from: z.object({ name: z.string(), address: z.string() }),
  /** The facts above the message, in order. */
  facts: z.array(z.tuple([z.string(), z.string()])),
  message: z.string(),
  /** By position. */
  files: z.array(z.object({ name: z.string(), type: z.string() })),
  /** For the acknowledgement. */
  reference: z.nullable(z.string()),
  /** An operator discarded it: its sender is told, and what it said is gone. */
  isDiscarded: z.optional(z.boolean()),
});
export type RequestEmail = z.infer<typeof RequestEmail>;

/** A support request as submitted: a subscriber's ticket or a visitor's contact message. */
export type SupportRequest = {
  readonly kind: 'ticket' | 'contact';
  readonly userId: string | null;
  readonly email: RequestEmail;
  readonly files: readonly Buffer[];
};

/** Decrypts what is stored of a request. @throws Error when it was encrypted with another secret */
export function openRequest(
  encryptor: Pick<Encryptor, 'decrypt'>,
  { id, sealed }: { readonly id: string; readonly sealed: Buffer },
): RequestEmail {
  return RequestEmail.parse(parseJson(encryptor.decrypt(sealed, id).toString()));
}
