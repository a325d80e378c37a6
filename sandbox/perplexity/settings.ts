import type { Env } from '../context.ts';
import { Behavior } from '../model/answer-in-mode.ts';

/**
 * Reads the key and the mode at start; the key has the product's setting name.
 * @throws a ZodError for an unknown mode
 */
export function readPerplexitySettings(env: Env): { apiKey: string; behavior: Behavior } {
  const mode = env['SANDBOX_PERPLEXITY_MODE'] || 'offline';
  return { apiKey: env['PERPLEXITY_API_KEY'] || 'sandbox_perplexity_key', behavior: Behavior.parse({ mode }) };
}
