import * as z from 'zod';

import type { Env } from '../context.ts';

/** Settings that `PUT /sandbox/perplexity/settings` changes at run time. */
export const Behavior = z.strictObject({
  /**
   * `offline`: real answers to questions that need no web. `echo`: the question's own words, immediately.
   * `backwards`: the question spelled backwards, so that an answer shares no word with its question.
   * `rough`: an answer in the style of a web model, with markdown, citations, links and typographic characters, always
   * the same for the same question.
   */
  mode: z.enum(['offline', 'echo', 'backwards', 'rough']),
});
export type Behavior = z.infer<typeof Behavior>;

/**
 * Reads the key and the mode at start; the key has the product's setting name.
 * @throws a ZodError for an unknown mode
 */
export function readPerplexitySettings(env: Env): { apiKey: string; behavior: Behavior } {
  const mode = env['SANDBOX_PERPLEXITY_MODE'] || 'offline';
  return { apiKey: env['PERPLEXITY_API_KEY'] || 'sandbox_perplexity_key', behavior: Behavior.parse({ mode }) };
}
