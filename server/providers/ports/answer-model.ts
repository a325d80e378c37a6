import type { AnswerProvider } from '#contract/answer-providers.ts';
import type { Secret } from '#server/platform/secret.ts';

/**
 * Where in the US a question is asked from, as far as is known; it makes the search more exact. Never a phone number
 * or a ZIP code.
 */
export type SearchLocation = {
  readonly city: string | null;
  readonly region: string | null;
  /** IANA name. */
  readonly timeZone: string | null;
};

/** A text of the conversation before the question. */
export type Turn = { readonly role: 'user' | 'assistant'; readonly text: Secret };

/** `earlier`: the turns before the input, oldest first; none for most questions. */
export type Prompt = {
  readonly instructions: string;
  readonly earlier: readonly Turn[];
  readonly input: Secret;
  readonly place: SearchLocation;
};

/**
 * Where an answer comes from, as far as the provider says: the texts that its search found, or which parts of the answer,
 * by offsets in it, have a page cited for them.
 */
export type Sources =
  | { readonly kind: 'quoted'; readonly texts: readonly Secret[] }
  | { readonly kind: 'cited'; readonly spans: readonly { readonly start: number; readonly end: number }[] };

/** The model's answer. `isCutOff`: it reached the token limit, so the last sentence is incomplete. */
export type ModelAnswer = {
  readonly text: Secret;
  readonly isCutOff: boolean;
  readonly sources: Sources;
  /** `microdollars`: as the provider reports them; null if it reports none. */
  readonly cost: { readonly inputTokens: number; readonly outputTokens: number; readonly microdollars: number | null };
};

export interface AnswerModel {
  /** The provider behind this model. */
  readonly provider: AnswerProvider;
  /** One attempt; the text may be empty. @throws ProviderError, also for a run that failed with status 200 */
  ask(prompt: Prompt, signal: AbortSignal): Promise<ModelAnswer>;
}
