import Perplexity, { APIConnectionError, APIError, APIUserAbortError } from '@perplexity-ai/perplexity_ai';

import { modelSettings } from '#contract/model-settings.ts';
import { Secret } from '#server/platform/secret.ts';
import type { AnswerModel } from '#server/providers/ports/answer-model.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';
import { providerFetch } from '#server/providers/provider-fetch.ts';

export type PerplexityOptions = {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
  /** One try may take this long; the caller's signal may end it sooner. */
  readonly attemptMs: number;
};

/** Documented, but missing from the types of 0.38.5. Without it the model may answer from memory. */
const searchAlways = { tool_choice: { type: 'web_search' } };

/** Perplexity's Agent API with the settings that the FAQ promises (docs/reference/decisions.md#the-model). */
export function perplexityModel({ apiKey, baseUrl, model, attemptMs }: PerplexityOptions): AnswerModel {
  // Its defaults are 15 minutes and two retries: the caller owns both.
  const client = new Perplexity({
    apiKey,
    baseURL: baseUrl,
    timeout: attemptMs,
    maxRetries: 0,
    logLevel: 'off',
    fetch: providerFetch,
  });

  return {
    async ask({ instructions, input }, signal) {
      const response = await client.responses
        .create(
          {
            model,
            instructions,
            input: input.reveal(),
            max_output_tokens: modelSettings.maxOutputTokens,
            temperature: modelSettings.temperature,
            top_p: modelSettings.topP,
            store: false,
            tools: [
              {
                type: 'web_search',
                search_context_size: modelSettings.searchContextSize,
                user_location: { country: 'US' },
              },
            ],
            ...searchAlways,
          },
          { signal },
        )
        .catch(rethrow);
      // Failed and canceled runs come with HTTP 200 as well; `incomplete` is missing from the types of 0.38.5.
      const status: string = response.status;
      if (status !== 'completed' && status !== 'incomplete') {
        throw new ProviderError('model', 'unavailable', { code: status });
      }
      return {
        text: new Secret(response.output_text),
        isCutOff: status === 'incomplete',
        cost: costOf(response.usage),
      };
    },
  };
}

function costOf(usage: Perplexity.ResponseCreateResponse['usage']) {
  const dollars = usage?.cost?.total_cost;
  return {
    inputTokens: usage?.input_tokens ?? 0,
    outputTokens: usage?.output_tokens ?? 0,
    microdollars: dollars === undefined ? null : Math.round(dollars * 1_000_000),
  };
}

/** Their errors quote request and answer: only the status is kept. */
function rethrow(error: unknown): never {
  if (error instanceof APIUserAbortError) throw new ProviderError('model', 'unavailable', { code: 'aborted' });
  if (error instanceof APIConnectionError) throw new ProviderError('model', 'unavailable', { code: 'connection' });
  if (!(error instanceof APIError)) throw new ProviderError('model', 'unavailable');
  const status = error.status as number | undefined;
  const code = status === undefined ? undefined : String(status);
  if (status === 401 || status === 403) throw new ProviderError('model', 'auth', { code });
  if (status === 429) throw new ProviderError('model', 'rate_limited', { code, retryAfterMs: retryAfter(error) });
  throw new ProviderError('model', status !== undefined && status < 500 ? 'rejected' : 'unavailable', { code });
}

function retryAfter(error: APIError): number | undefined {
  const seconds = Number(error.headers?.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
