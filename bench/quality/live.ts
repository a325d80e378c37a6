import type { AnswerProvider } from '#contract/answer-providers.ts';
import { openAiModel } from '#server/providers/openai/answer-model.ts';
import { perplexityModel } from '#server/providers/perplexity/answer-model.ts';
import type { AnswerModel } from '#server/providers/ports/answer-model.ts';

type Env = Readonly<Record<string, string | undefined>>;

const attemptMs = 25_000;
/** @returns the provider itself, or null without its key */
export function openLive(provider: AnswerProvider, env: Env): (AnswerModel & { close(): void }) | null {
  const apiKey = env[provider === 'perplexity' ? 'PERPLEXITY_API_KEY' : 'OPENAI_API_KEY'];
  if (apiKey === undefined || apiKey === '') return null;
  if (provider === 'perplexity') {
    const baseUrl = env['PERPLEXITY_BASE_URL'] ?? 'https://api.perplexity.ai';
    return perplexityModel({ apiKey, baseUrl, model: env['PERPLEXITY_MODEL'] ?? 'perplexity/sonar', attemptMs });
  }
  const baseUrl = env['OPENAI_BASE_URL'] ?? 'https://api.openai.com/v1';
  return openAiModel({ apiKey, baseUrl, model: env['OPENAI_MODEL'] ?? 'gpt-5.4-mini', attemptMs });
}
