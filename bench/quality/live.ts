import type { AnswerProvider } from '#contract/answer-providers.ts';
import { instructionsFor, questionWithContext } from '#server/answers/prompt.ts';
import { Secret } from '#server/platform/secret.ts';
import { openAiModel } from '#server/providers/openai/answer-model.ts';
import { perplexityModel } from '#server/providers/perplexity/answer-model.ts';
import type { AnswerModel } from '#server/providers/ports/answer-model.ts';

type Texted<T> = T & { readonly texted: string };
type Ask = <T>(questions: readonly Texted<T>[]) => Promise<(Texted<T> & { raw: string; isCutOff: boolean })[]>;
type Env = Readonly<Record<string, string | undefined>>;

const attemptMs = 25_000;
/** Concurrent calls: below what a new account is allowed. */
const atOnce = 2;
const place = { city: null, region: null, timeZone: 'America/Chicago' };

/** @returns what asks this provider, or null without its key */
export function askLive(provider: AnswerProvider, env: Env): Ask | null {
  const model = open(provider, env);
  return model === null ? null : async (questions) => askAll(model, questions);
}

function open(provider: AnswerProvider, env: Env): (AnswerModel & { close(): void }) | null {
  const apiKey = env[provider === 'perplexity' ? 'PERPLEXITY_API_KEY' : 'OPENAI_API_KEY'];
  if (apiKey === undefined || apiKey === '') return null;
  if (provider === 'perplexity') {
    const baseUrl = env['PERPLEXITY_BASE_URL'] ?? 'https://api.perplexity.ai';
    return perplexityModel({ apiKey, baseUrl, model: env['PERPLEXITY_MODEL'] ?? 'perplexity/sonar', attemptMs });
  }
  const baseUrl = env['OPENAI_BASE_URL'] ?? 'https://api.openai.com/v1';
  return openAiModel({ apiKey, baseUrl, model: env['OPENAI_MODEL'] ?? 'gpt-5.4-mini', attemptMs });
}

/** A call that fails counts as an empty reply. */
const instructions = instructionsFor('alone', null);

async function askAll<T>(model: AnswerModel & { close(): void }, questions: readonly Texted<T>[]) {
  const replies: (Texted<T> & { raw: string; isCutOff: boolean })[] = [];
  const waiting = [...questions];
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const input = new Secret(questionWithContext(next.texted, { now: new Date(), timeZone: place.timeZone }));
      const prompt = { instructions, earlier: [], input, place };
      const reply = await model.ask(prompt, AbortSignal.timeout(attemptMs)).catch(() => null);
      replies.push({ ...next, raw: reply?.text.reveal() ?? '', isCutOff: reply?.isCutOff ?? false });
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  model.close();
  return replies;
}
