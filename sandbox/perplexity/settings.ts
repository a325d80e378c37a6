import * as z from 'zod';

import type { Env } from '../context.ts';

/** What can be changed while running: `PUT /sandbox/perplexity/settings`. */
export const Behaviour = z.strictObject({
  /**
   * `offline`: real answers to what can be answered without a web. `echo`: at once, the question's own words.
   * `backwards`: at once, the question spelt backwards, so that an answer shares no word with its question.
   * `rough`: at once, an answer as a web model words it, with markdown, citations, links and typographic characters,
   * always the same for the same question.
   */
  mode: z.enum(['offline', 'echo', 'backwards', 'rough']),
});
export type Behaviour = z.infer<typeof Behaviour>;

/**
 * Reads the key and the mode at start, by the product's own setting name for the key.
 * @throws a ZodError for an unknown mode
 */
export function readPerplexitySettings(env: Env): { apiKey: string; behaviour: Behaviour } {
  const mode = env['SANDBOX_PERPLEXITY_MODE'] || 'offline';
  return { apiKey: env['PERPLEXITY_API_KEY'] || 'sandbox_perplexity_key', behaviour: Behaviour.parse({ mode }) };
}
