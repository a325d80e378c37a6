import type { Secret } from '#server/platform/secret.ts';

/** The model's answer. `isCutOff`: it reached the token limit, so the last sentence is incomplete. */
export type ModelAnswer = {
  readonly text: Secret;
  readonly isCutOff: boolean;
  readonly cost: { readonly inputTokens: number; readonly outputTokens: number; readonly microdollars: number | null };
};

export interface AnswerModel {
  /** One attempt; the text may be empty. @throws ProviderError, also for a run that failed with status 200 */
  ask(prompt: { readonly instructions: string; readonly input: Secret }, signal: AbortSignal): Promise<ModelAnswer>;
}
