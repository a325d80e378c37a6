import { z } from 'zod';

/** What rests sealed of a letter: all that its two mails need. */
export const LetterWords = z.object({
  subject: z.string(),
  /** Who wrote: where the answer goes. */
  from: z.object({ name: z.string(), address: z.string() }),
  /** The facts above the message, in order. */
  facts: z.array(z.tuple([z.string(), z.string()])),
  message: z.string(),
  /** By position. */
  files: z.array(z.object({ name: z.string(), type: z.string() })),
  /** For the acknowledgement. */
  reference: z.nullable(z.string()),
});
export type LetterWords = z.infer<typeof LetterWords>;

/** A letter as it was handed in. */
export type Letter = {
  readonly kind: 'ticket' | 'contact';
  readonly userId: string | null;
  readonly words: LetterWords;
  readonly files: readonly Buffer[];
};
