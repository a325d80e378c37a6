import type { Secret } from '#server/platform/secret.ts';

import { HttpExchangeError } from './http-exchange.ts';
import type { Turn } from './ports/answer-model.ts';
import { ProviderError } from './ports/provider-error.ts';

/** What an answer client needs. Both providers have a Responses API. */
export type AnswerClientOptions = {
  readonly apiKey: string;
  /** OpenAI's with the path before `/responses`, such as `https://api.openai.com/v1`; Perplexity's without a path. */
  readonly baseUrl: string;
  readonly model: string;
  /** The time limit of one attempt; the caller's signal may end it sooner. */
  readonly attemptMs: number;
  /** Concurrent calls, each of which needs a connection where the provider has no HTTP/2. */
  readonly callsMax?: number;
};

/** The largest answer that is read. One of 280 tokens with its search results has about 20 kB. */
export const answerBytesMax = 2 * 1024 * 1024;

type InputItem = { readonly type: 'message'; readonly role: Turn['role']; readonly content: string };

/** The input of a run: a string for a question alone, and items for one with earlier turns, the question last. */
export function inputItems(earlier: readonly Turn[], input: Secret): string | InputItem[] {
  const question = input.reveal();
  if (earlier.length === 0) return question;
  const items = earlier.map(({ role, text }): InputItem => ({ type: 'message', role, content: text.reveal() }));
  return [...items, { type: 'message', role: 'user', content: question }];
}

/**
 * The failure of a call without a usable reply: aborted by the caller, or a connection that failed; `not_sent` if nothing
 * left this process.
 */
export function connectionFailure(signal: AbortSignal, error: unknown): ProviderError {
  // OpenAI's client wraps it.
  const isUnsent = [error, error instanceof Error ? error.cause : null].some(
    (one) => one instanceof HttpExchangeError && one.effect === 'not_sent',
  );
  const code = signal.aborted ? 'aborted' : isUnsent ? 'not_sent' : 'connection';
  return new ProviderError('model', 'unavailable', { code });
}

/**
 * The objects of a list in an answer. Servers of this API write null for what is empty, and add items of kinds that we
 * do not know.
 * @throws ProviderError for what is no list: another shape than that of the API
 */
export function objectsOf<T extends object>(list: Nullable<T>): T[] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) throw new ProviderError('model', 'unavailable', { code: 'unreadable' });
  return list.filter((item): item is T => typeof item === 'object' && item !== null);
}

/** A list as it may come, whatever the documentation says. */
export type Nullable<T> = readonly (T | null)[] | null | undefined;

/** A count in an answer; 0 for one that is not given. */
export function countOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
