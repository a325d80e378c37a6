import OpenAI, { APIError } from 'openai';
import type { Response as ModelResponse, ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';

import { modelSettings } from '#contract/model-settings.ts';
import { Secret } from '#server/platform/secret.ts';
import { exchangeFetch } from '#server/providers/exchange-fetch.ts';
import type { ModelAnswer, Prompt, SearchLocation } from '#server/providers/ports/answer-model.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';
import {
  type AnswerClientOptions,
  answerBytesMax,
  connectionFailure,
  countOf,
  inputItems,
  type Nullable,
  objectsOf,
} from '#server/providers/responses-api.ts';

import { failureOf, refusalOf } from './refusals.ts';

/** The client behind `openAiModel`. */
export type OpenAiClient = { ask(prompt: Prompt, signal: AbortSignal): Promise<ModelAnswer>; close(): void };

/**
 * The Responses API through its official client, with the settings that the FAQ promises. The client makes one try, over
 * our own exchange, and takes nothing from the environment (docs/decisions/0036-two-answer-providers.md).
 */
export function openAiClient({ apiKey, baseUrl, model, attemptMs, callsMax = 64 }: AnswerClientOptions): OpenAiClient {
  const limits = { deadlineMs: attemptMs, connectionsMax: callsMax, allowsHttp2: true, answerBytesMax };
  const exchange = exchangeFetch({ baseUrl, ...limits });
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
        throw connectionFailure(signal, error);
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
  return {
    text: new Secret(parts.map(({ text }) => text).join('')),
    isCutOff: status === 'incomplete',
    sources: { kind: 'cited', spans: spansOf(parts) },
    cost: {
      inputTokens: countOf(usage?.input_tokens),
      outputTokens: countOf(usage?.output_tokens),
      microdollars: null,
    },
  };
}

type Note = { readonly type?: unknown; readonly start_index?: unknown; readonly end_index?: unknown };
type Part = { readonly text: string; readonly annotations?: Nullable<Note> };
type SentPart = Partial<Part> & { readonly type?: unknown; readonly refusal?: unknown };

/** The parts with words. Other servers of this API leave out or null what is empty, and have parts of other kinds. */
function partsOf({ output }: { readonly output?: unknown }): Part[] {
  const items = objectsOf(output as Nullable<{ readonly type?: unknown; readonly content?: Nullable<SentPart> }>);
  const parts = items.flatMap(({ type, content }) => (type === 'message' ? objectsOf(content) : []));
  return parts.flatMap(({ type, text, refusal, annotations }) => {
    if (type === 'output_text' && typeof text === 'string') return [{ text, annotations }];
    // A model that declines says so in one sentence, like the other one.
    return type === 'refusal' && typeof refusal === 'string' ? [{ text: refusal }] : [];
  });
}

/** Where pages are cited, by offsets in the whole text. The API quotes nothing of these pages. */
function spansOf(parts: readonly Part[]): { readonly start: number; readonly end: number }[] {
  let before = 0;
  return parts.flatMap(({ text, annotations }) => {
    const from = before;
    before += text.length;
    return objectsOf(annotations).flatMap(({ type, start_index: start, end_index: end }) =>
      type === 'url_citation' && typeof start === 'number' && typeof end === 'number'
        ? [{ start: from + start, end: from + end }]
        : [],
    );
  });
}
