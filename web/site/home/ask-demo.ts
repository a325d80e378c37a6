import { demoWords } from '#contract/demo-words.ts';

import { ApiError, call } from '../../lib/api.ts';
import { wordsOf } from '../../lib/failure.ts';

/** The server gives an answer up after less; this ends the wait for one that never comes. */
const TIMEOUT_MS = 60_000;

/** What a question came to. Only an answer has no title. */
export type DemoOutcome = { readonly content: string; readonly title?: string };

/** After how many milliseconds of waiting which words take the place of "Searching…". */
const patience = [
  [1000, 'Still searching…'],
  [10_000, 'Still searching. This one is taking longer than usual.'],
] as const;

/**
 * Asks one question: the answer, or what is said in its place. Never throws.
 * @param say takes what is said while it is still under way
 */
export async function askDemo(query: string, say: (words: string) => void): Promise<DemoOutcome> {
  const timers = patience.map(([afterMs, words]) => setTimeout(() => say(words), afterMs));
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
    return { content: refusalOf(error), title: demoWords.errorTitle };
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

/** The server's sentence with its wait, or the specification's words (section 8). */
function refusalOf(error: unknown): string {
  if (!(error instanceof ApiError)) return demoWords.unavailable;
  return error.sentence === undefined ? demoWords.failed : wordsOf(error, demoWords.failed);
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
