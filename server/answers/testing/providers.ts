import { once } from 'node:events';

import type { AnswerProvider } from '#contract/answer-providers.ts';
import { createLog } from '#server/observability/log.ts';
import { Secret } from '#server/platform/secret.ts';
import type { AnswerModel, ModelAnswer } from '#server/providers/ports/answer-model.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { createAnswerQuery } from '../answer-query.ts';
import { CallLimit } from '../call-limit.ts';
import { Circuit } from '../circuit.ts';
import { unlimited } from './unlimited.ts';

const rules = { windowMs: 30_000, callsMax: 20, callsMin: 10, failedShare: 0.5, probeEveryMs: 20 };

const { log } = createLog('silent');
export const common = { pausesMs: [1, 2], log, bufferedCounters: { add: () => undefined } };

/** A provider with a circuit and a limit of its own, and no end of its budget. */
export function used(provider: AnswerProvider, ask: AnswerModel['ask'], callsAtOnce = 64) {
  const circuit = new Circuit(rules, () => performance.now());
  const calls = new CallLimit({ max: callsAtOnce, pauseMs: 20 });
  return { model: { provider, ask }, circuit, calls, budget: unlimited, callMicrodollars: null };
}

/** Two providers; `asked` notes which of them was asked, in order. */
export function pair(first: AnswerModel['ask'], second: AnswerModel['ask'], { attemptMs = 25 } = {}) {
  const asked: AnswerProvider[] = [];
  const noted =
    (provider: AnswerProvider, ask: AnswerModel['ask']): AnswerModel['ask'] =>
    (...args) => {
      asked.push(provider);
      return ask(...args);
    };
  const providers = [used('perplexity', noted('perplexity', first)), used('openai', noted('openai', second))] as const;
  return { answerQuery: createAnswerQuery({ ...common, providers, attemptMs }), asked, providers };
}

/** Never answers, until it is aborted. */
export async function hangs(_prompt: unknown, ended: AbortSignal): Promise<never> {
  await once(ended, 'abort');
  throw new ProviderError('model', 'unavailable', { code: 'aborted' });
}

const fixed = { earlier: [], wantsMore: false, home: null, language: 'en', timeZone: null } as const;
export function question(
  budgetMs: number,
  retries: 'until_deadline' | 'once' = 'until_deadline',
  words = 'how high is mont blanc',
) {
  return { ...fixed, costCenter: 'model' as const, body: new Secret(words), budgetMs, retries };
}

export function said(text: string): ModelAnswer {
  return {
    text: new Secret(text),
    isCutOff: false,
    sources: { kind: 'quoted', texts: [] },
    cost: { inputTokens: 9, outputTokens: 5, microdollars: null },
  };
}

export const away = new ProviderError('model', 'unavailable', { code: '503' });
