import { z } from 'zod';

import { parseJson } from '#contract/parse-json.ts';
import type { Encryptor } from '#server/platform/encrypt.ts';

/** What is stored of a support request, encrypted: everything that its two emails need. */
export const RequestEmail = z.object({
  subject: z.string(),
  /** The sender, to whom support replies. */
  from: z.object({ name: z.string(), address: z.string() }),
  /** The facts above the message, in order. */
  facts: z.array(z.tuple([z.string(), z.string()])),
  message: z.string(),
  /** The names and types of the files, by position. */
  files: z.array(z.object({ name: z.string(), type: z.string() })),
  /** The ticket id for the acknowledgement; null for a contact message. */
  reference: z.nullable(z.string()),
  /** The country of an entry in the waitlist, which no one replies to. */
  waitlistCountry: z.optional(z.string()),
  /** Whether an operator discarded it: then its contents are gone, and the sender gets an email about that. */
  isDiscarded: z.optional(z.boolean()),
});
export type RequestEmail = z.infer<typeof RequestEmail>;

/** A support request as submitted: a subscriber's ticket or a visitor's contact message. */
export type SupportRequest = {
  /** Of the form: sent again, it has the same (request-id.ts). */
  readonly id: string;
  readonly kind: 'ticket' | 'contact';
  readonly userId: string | null;
  readonly email: RequestEmail;
  readonly files: readonly Buffer[];
};

/** Decrypts a stored request. @throws Error when it was encrypted with another secret */
export function openRequest(
  encryptor: Pick<Encryptor, 'decrypt'>,
  { id, sealed }: { readonly id: string; readonly sealed: Buffer },
): RequestEmail {
  return RequestEmail.parse(parseJson(encryptor.decrypt(sealed, id).toString()));
}
