import OpenAI, { APIError } from 'openai';
import type {
  Response as ModelResponse,
  ResponseCreateParamsNonStreaming,
  ResponseOutputRefusal,
  ResponseOutputText,
} from 'openai/resources/responses/responses';

import { modelSettings } from '#contract/model-settings.ts';
import { Secret } from '#server/platform/secret.ts';
import type { ModelAnswer, Prompt, SearchLocation } from '#server/providers/ports/answer-model.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';
import { type AnswerClientOptions, connectionFailure, inputItems } from '#server/providers/responses-api.ts';

import { exchangeFetch } from './exchange-fetch.ts';
import { failureOf, refusalOf } from './refusals.ts';

/** The client behind `openAiModel`. */
export type OpenAiClient = { ask(prompt: Prompt, signal: AbortSignal): Promise<ModelAnswer>; close(): void };

/**
 * The Responses API through its official client, with the settings that the FAQ promises. The client makes one try, over
 * our own exchange, and takes nothing from the environment (docs/decisions/0036-two-answer-providers.md).
 */
export function openAiClient({ apiKey, baseUrl, model, attemptMs, callsMax = 64 }: AnswerClientOptions): OpenAiClient {
  const exchange = exchangeFetch({ baseUrl, attemptMs, callsMax });
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: attemptMs,
    logLevel: 'off',
    fetch: exchange.fetch,
  });
  return {
    async ask({ instructions, earlier, input, place }, signal) {
      const request = { ...requestFor(model, place), instructions, input: inputItems(earlier, input) };
      const response = await client.responses.create(request, { signal }).catch((error: unknown) => {
        if (error instanceof APIError && error.status !== undefined) throw refusalOf(error);
        throw connectionFailure(signal);
      });
      return answerOf(response);
    },
    close: () => exchange.close(),
  };
}

/** A model that reasons would use up the 280 tokens before it says anything, and takes no temperature. */
function requestFor(model: string, { city, region, timeZone }: SearchLocation) {
  return {
    model,
    reasoning: { effort: 'none' },
    max_output_tokens: modelSettings.maxOutputTokens,
    temperature: modelSettings.temperature,
    top_p: modelSettings.topP,
    store: false,
    tools: [
      {
        type: 'web_search',
        search_context_size: modelSettings.searchContextSize,
        user_location: { type: 'approximate', country: 'US', city, region, timezone: timeZone },
      },
    ],
    // Without it the model may answer from memory.
    tool_choice: 'required',
  } satisfies ResponseCreateParamsNonStreaming;
}

/** @throws ProviderError: failed and filtered runs come with HTTP 200 as well */
function answerOf(response: ModelResponse): ModelAnswer {
  const { status, usage } = response;
  const isFiltered = status === 'incomplete' && response.incomplete_details?.reason === 'content_filter';
  if (isFiltered) throw new ProviderError('model', 'rejected', { code: 'content_filter' });
  if (status !== 'completed' && status !== 'incomplete') throw failureOf(status, response.error?.code);
  const parts = partsOf(response);
  // A model that declines says so in one sentence, like the other one.
  const text = parts.map(textOf).join('');
  return {
    text: new Secret(text),
    isCutOff: status === 'incomplete',
    sources: { kind: 'cited', spans: spansOf(parts) },
    cost: { inputTokens: usage?.input_tokens ?? 0, outputTokens: usage?.output_tokens ?? 0, microdollars: null },
  };
}

type Part = ResponseOutputText | ResponseOutputRefusal;

/** Other servers of this API leave out what is empty, the annotations of a part too. */
function partsOf({ output = [] }: Partial<Pick<ModelResponse, 'output'>>): Part[] {
  return output.flatMap((item) => (item.type === 'message' ? item.content : []));
}

function textOf(part: Part): string {
  return part.type === 'refusal' ? part.refusal : part.text;
}

/** Where pages are cited, by offsets in the whole text. The API quotes nothing of these pages. */
function spansOf(parts: readonly Part[]): { readonly start: number; readonly end: number }[] {
  let before = 0;
  return parts.flatMap((part) => {
    const from = before;
    before += textOf(part).length;
    const { annotations = [] }: Partial<ResponseOutputText> = part.type === 'refusal' ? {} : part;
    return annotations.flatMap((note) =>
      note.type === 'url_citation' ? [{ start: from + note.start_index, end: from + note.end_index }] : [],
    );
  });
}
