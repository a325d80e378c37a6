import { demoCopy } from '#contract/demo-copy.ts';
import { ApiError, call } from '#web/lib/api/call.ts';
import { messageOf } from '#web/lib/api/failure.ts';

import * as copy from '../home-copy.ts';

/** The server times out earlier; this ends the wait for a reply that never arrives. */
const TIMEOUT_MS = 60_000;

/** The outcome of a question. Only an answer has no title; one that is free uses no search. */
export type DemoOutcome = { readonly content: string; readonly title?: string; readonly isFree?: boolean };

/** Milliseconds of waiting, and the text that replaces "Searching…" from then on. */
const stages = [
  [1000, copy.demoStillSearching],
  [10_000, copy.demoTakingLonger],
] as const;

/**
 * Asks one question. Never throws.
 * @param say called with status messages during the wait
 * @returns the answer, or the message shown instead
 */
export async function askDemo(query: string, say: (text: string) => void): Promise<DemoOutcome> {
  const timers = stages.map(([afterMs, text]) => setTimeout(() => say(text), afterMs));
  try {
    const { content, isFree } = await call('/api/demo/search', {
      method: 'POST',
      body: { query },
      reads: { parse: (reply: unknown) => ({ content: readAnswer(reply), isFree: readIsFree(reply) }) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Without an answer, no free search is used.
    return content === null ? { content: demoCopy.noText, title: demoCopy.errorTitle } : { content, isFree };
  } catch (error) {
    return { content: refusalOf(error), title: demoCopy.errorTitle };
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

/** The server's message with its wait, or the text of docs/reference/specification.md#errors. */
function refusalOf(error: unknown): string {
  if (!(error instanceof ApiError)) return demoCopy.unavailable;
  return error.sentence === undefined ? demoCopy.failed : messageOf(error, demoCopy.failed);
}

/**
 * The answer in a reply: `response` as text or with a `result` property, otherwise `result`
 * (docs/reference/specification.md#public-calls); null if there is none.
 */
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

/** Whether the reply uses no free search, as that to words of danger. */
function readIsFree(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'isFree' in value && value.isFree === true;
}
