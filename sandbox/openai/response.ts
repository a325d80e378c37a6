import { randomUUID } from 'node:crypto';

import type { Answer } from '../model/answer-in-mode.ts';
import { countTokens, cutAtTokens } from '../model/tokens.ts';
import { mustSearch, type ResponsesRequest } from './request.ts';

export type RunFaults = {
  readonly isFailed: boolean;
  readonly isEmpty: boolean;
  readonly isFiltered: boolean;
  readonly isRefusal: boolean;
  /** The answer cites no page. */
  readonly isUncited: boolean;
};

type Run = {
  readonly request: ResponsesRequest;
  readonly question: string;
  readonly answer: Answer;
  readonly faults: RunFaults;
  readonly now: Date;
};

/** The tokens of the pages that a search brings into the run. */
const searchTokens = 8000;

/** The Responses API's object of a finished run. A failed run has HTTP 200 too, and no text. */
export function toResponse({ request, question, answer, faults, now }: Run): object {
  const isSearched = mustSearch(request) && !faults.isFailed;
  const { text, isCut } = cutAtTokens(wholeText(answer, faults), request.max_output_tokens ?? Infinity);
  const status = faults.isFailed ? 'failed' : isCut || faults.isFiltered ? 'incomplete' : 'completed';
  const at = Math.floor(now.getTime() / 1000);
  const search = {
    type: 'web_search_call',
    id: idOf('ws'),
    status: 'completed',
    action: { type: 'search', query: question, queries: [question] },
  };
  return {
    id: idOf('resp'),
    object: 'response',
    created_at: at,
    ...(status === 'completed' && { completed_at: at }),
    status,
    background: false,
    error: faults.isFailed ? { code: 'server_error', message: 'The model failed to generate a response.' } : null,
    incomplete_details:
      status === 'incomplete' ? { reason: faults.isFiltered ? 'content_filter' : 'max_output_tokens' } : null,
    access_programs: null,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    metadata: {},
    model: request.model,
    output: faults.isFailed
      ? []
      : [
          ...(isSearched ? [search] : []),
          messageOf(text, { answer, isCited: isSearched && !faults.isUncited, faults }),
        ],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: request.reasoning?.effort ?? null, summary: null },
    store: request.store ?? true,
    temperature: request.temperature ?? 1,
    text: { format: { type: 'text' } },
    tool_choice: request.tool_choice ?? 'auto',
    tools: request.tools ?? [],
    top_p: request.top_p ?? 1,
    truncation: 'disabled',
    usage: toUsage(countTokens(question) + (isSearched ? searchTokens : 0), countTokens(text)),
  };
}

function wholeText({ text }: Answer, { isEmpty, isFailed, isFiltered }: RunFaults): string {
  return isEmpty || isFailed || isFiltered ? '' : text;
}

type Said = { readonly answer: Answer; readonly isCited: boolean; readonly faults: RunFaults };

/** The message with its citations, which are also links in the text. */
function messageOf(text: string, { answer, isCited, faults }: Said): object {
  const whole = { type: 'message', id: idOf('msg'), role: 'assistant', status: 'completed' };
  if (faults.isRefusal) return { ...whole, content: [{ type: 'refusal', refusal: 'I can’t help with that.' }] };
  if (!isCited || text === '') return { ...whole, content: [{ type: 'output_text', text, annotations: [] }] };
  const { title, url } = answer.source;
  const link = ` ([${new URL(url).host}](${url}))`;
  const annotations: object[] = [];
  let cited = '';
  // Each paragraph and item has its own citation, as in the API's answers.
  for (const line of text.split('\n')) {
    cited += `${cited === '' ? '' : '\n'}${line}`;
    if (line.trim() === '') continue;
    const start_index = cited.length + 1;
    cited += link;
    annotations.push({ type: 'url_citation', start_index, end_index: cited.length, url, title });
  }
  return { ...whole, content: [{ type: 'output_text', text: cited, annotations }] };
}

/** The API reports tokens but no price. */
function toUsage(input: number, output: number): object {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
}

function idOf(kind: string): string {
  return `${kind}_${randomUUID().replaceAll('-', '')}`;
}
