import { demoWords } from '#contract/demo-words.ts';

import { ApiError, call, sentenceOf } from '../../lib/api.ts';

/** The server gives an answer up after less; this ends the wait for one that never comes. */
const TIMEOUT_MS = 60_000;

/** What a question came to. Only an answer has no title. */
export type DemoOutcome = { readonly content: string; readonly title?: string };

/** Asks one question: the answer, or what is said in its place. Never throws. */
export async function askDemo(query: string): Promise<DemoOutcome> {
  try {
    const content = await call('/api/demo/search', {
      method: 'POST',
      body: { query },
      reads: { parse: readAnswer },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Nothing was answered, so nothing is used up.
    return content === null ? { content: demoWords.noText, title: demoWords.errorTitle } : { content };
  } catch (error) {
    const fallback = error instanceof ApiError ? demoWords.failed : demoWords.unavailable;
    return { content: sentenceOf(error, fallback), title: demoWords.errorTitle };
  }
}

/** The answer in a reply: `response` as text or with a `result` inside, else `result` (spec, section 7); null for none. */
export function readAnswer(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { response, result } = value as { response?: unknown; result?: unknown };
  const nested =
    typeof response === 'object' && response !== null && 'result' in response ? response.result : undefined;
  for (const candidate of [response, nested, result]) {
    if (typeof candidate === 'string' && candidate.trim() !== '') return candidate;
  }
  return null;
}
