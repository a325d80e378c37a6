import { modelSettings } from '#contract/model-settings.ts';
import { parseJson } from '#contract/parse-json.ts';
import { Secret } from '#server/platform/secret.ts';
import { type HttpAnswer, HttpExchange } from '#server/providers/http-exchange.ts';
import type { AnswerModel, ModelAnswer, SearchLocation } from '#server/providers/ports/answer-model.ts';
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

import { refusalOf } from './refusals.ts';

/** An item of an output: a message, or what a search found. */
type Item = {
  readonly type?: unknown;
  readonly content?: Nullable<{ readonly type?: unknown; readonly text?: unknown }>;
  readonly results?: Nullable<{ readonly title?: string | null; readonly snippet?: string | null }>;
};

/** The fields of a response that we read (docs.perplexity.ai, Agent API). */
type Response = {
  readonly status?: string;
  readonly output?: Nullable<Item>;
  readonly usage?: {
    readonly input_tokens?: unknown;
    readonly output_tokens?: unknown;
    readonly cost?: { readonly total_cost?: unknown } | null;
  } | null;
};

/** Perplexity's Agent API with the settings that the FAQ promises (docs/reference/decisions.md#the-model). */
export function perplexityModel({ apiKey, baseUrl, model, attemptMs, callsMax = 64 }: AnswerClientOptions) {
  const http = new HttpExchange({ baseUrl, connectionsMax: callsMax, allowsHttp2: true, answerBytesMax });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', accept: 'application/json' };
  const settings = {
    model,
    max_output_tokens: modelSettings.maxOutputTokens,
    temperature: modelSettings.temperature,
    top_p: modelSettings.topP,
    store: false,
    // Without it the model may answer from memory.
    tool_choice: { type: 'web_search' },
  };

  return {
    provider: 'perplexity',
    async ask({ instructions, earlier, input, place }, signal) {
      const conversation = { instructions, input: inputItems(earlier, input) };
      const body = JSON.stringify({ ...settings, tools: [searchFrom(place)], ...conversation });
      const request = { method: 'POST', path: '/v1/responses', headers, body, deadlineMs: attemptMs, signal } as const;
      const answer = await http.request(request).catch((error: unknown) => {
        throw connectionFailure(signal, error);
      });
      return answerOf(answer);
    },
    close: () => http.close(),
  } satisfies AnswerModel & { close(): void };
}

/** The search tool with what is known of the place; the API takes no time zone. */
function searchFrom({ city, region }: SearchLocation) {
  const user_location = { country: 'US', ...(city !== null && { city }), ...(region !== null && { region }) };
  return { type: 'web_search', search_context_size: modelSettings.searchContextSize, user_location };
}

/** @throws ProviderError: failed and canceled runs come with HTTP 200 as well */
function answerOf(answer: HttpAnswer): ModelAnswer {
  if (answer.status !== 200) throw refusalOf(answer);
  const response = parseJson(answer.text) as Response | null | undefined;
  const status = response?.status;
  if (status !== 'completed' && status !== 'incomplete') {
    throw new ProviderError('model', 'unavailable', { code: status });
  }
  const output = objectsOf(response?.output);
  return {
    text: new Secret(output.flatMap(({ content }) => objectsOf(content).map(textOf)).join('')),
    isCutOff: status === 'incomplete',
    sources: { kind: 'quoted', texts: quotesOf(output) },
    cost: costOf(response?.usage),
  };
}

function textOf({ type, text }: { readonly type?: unknown; readonly text?: unknown }): string {
  return type === 'output_text' && typeof text === 'string' ? text : '';
}

/** What the search found: the title and a passage of each page. */
function quotesOf(output: readonly Item[]): Secret[] {
  const results = output.flatMap(({ type, results: found }) => (type === 'search_results' ? objectsOf(found) : []));
  return results.map(({ title, snippet }) => new Secret(`${title ?? ''}\n${snippet ?? ''}`));
}

function costOf(usage: Response['usage']): ModelAnswer['cost'] {
  const dollars = usage?.cost?.total_cost;
  return {
    inputTokens: countOf(usage?.input_tokens),
    outputTokens: countOf(usage?.output_tokens),
    microdollars: typeof dollars === 'number' ? Math.round(dollars * 1_000_000) : null,
  };
}
