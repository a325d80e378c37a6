import { randomUUID } from 'node:crypto';

import type { Answer } from '../model/answer-in-mode.ts';
import { countTokens, cutAtTokens } from '../model/tokens.ts';
import { mustSearch, type ResponsesRequest } from './request.ts';

export type RunFaults = {
  readonly isFailed: boolean;
  readonly isEmpty: boolean;
  readonly skipsSearch: boolean;
  /** No search result confirms the answer. */
  readonly isUncited: boolean;
};

/** USD per token of perplexity/sonar, and per search (Perplexity's price list, 2026). */
const INPUT_PRICE = 0.25e-6;
const OUTPUT_PRICE = 2.5e-6;
const SEARCH_PRICE = 0.0025;

type Run = {
  readonly request: ResponsesRequest & { readonly model: string };
  readonly question: string;
  readonly answer: Answer;
  readonly faults: RunFaults;
  readonly now: Date;
};

/** The Agent API's response to a finished run. A failed run has HTTP 200 too, and no text. */
export function toResponse({ request, question, answer, faults, now }: Run): object {
  const isSearched = mustSearch(request) && !faults.skipsSearch && !faults.isFailed;
  const whole = faults.isEmpty || faults.isFailed ? '' : answer.text;
  const { text, isCut } = cutAtTokens(whole, request.max_output_tokens ?? Infinity);
  const status = faults.isFailed ? 'failed' : isCut ? 'incomplete' : 'completed';
  const message = {
    type: 'message',
    id: `msg_${randomUUID()}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  };
  const snippet = faults.isUncited ? 'A page about something else.' : whole;
  const search = {
    type: 'search_results',
    queries: [question],
    results: [{ id: 1, source: 'web', title: answer.source.title, url: answer.source.url, snippet }],
  };
  return {
    id: `resp_${randomUUID()}`,
    object: 'response',
    created_at: Math.floor(now.getTime() / 1000),
    status,
    background: false,
    model: request.model,
    output: faults.isFailed ? [] : [...(isSearched ? [search] : []), message],
    store: request.store ?? true,
    usage: toUsage({ request, question, text, isSearched }),
    ...(isCut && { incomplete_details: { reason: 'max_output_tokens' } }),
    ...(faults.isFailed && { error: { code: 'internal_error', type: 'server_error', message: 'The run failed.' } }),
  };
}

type Used = { request: ResponsesRequest; question: string; text: string; isSearched: boolean };

function toUsage({ request, question, text, isSearched }: Used): object {
  const inputTokens = countTokens(question) + countTokens(request.instructions ?? '');
  const outputTokens = countTokens(text);
  const input = inputTokens * INPUT_PRICE;
  const output = outputTokens * OUTPUT_PRICE;
  const search = isSearched ? SEARCH_PRICE : 0;
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(isSearched && { tool_calls_details: { web_search: { invocation: 1 } } }),
    cost: {
      currency: 'USD',
      input_cost: input,
      output_cost: output,
      tool_calls_cost: search,
      total_cost: input + output + search,
    },
  };
}
