import { createAnswerQuery, NoAnswer } from '#server/answers/answer-query.ts';
import { Circuit } from '#server/answers/circuit.ts';
import { withComputed } from '#server/answers/computed/answer-computed.ts';
import type { Answer } from '#server/answers/question.ts';
import { unlimited } from '#server/answers/testing/unlimited.ts';
import { withWeather } from '#server/answers/weather/answer-weather.ts';
import { createLog } from '#server/observability/log.ts';
import { Secret } from '#server/platform/secret.ts';
import type { AnswerModel, Turn } from '#server/providers/ports/answer-model.ts';
import type { Forecast, Weather } from '#server/providers/ports/weather.ts';
import { withMoreHint } from '#server/texting/answering/answer-to.ts';
import { questionOf } from '#server/texting/answering/model-question.ts';
import { isFollowUp, refersBack } from '#server/texting/rules/follow-up.ts';
import { languageOf } from '#server/texting/rules/language/language-of.ts';

import type { QualityCase } from './quality-case.ts';

/** What a phone gets, and who answered. */
export type Texted = Pick<Answer, 'provider' | 'isCut'> & { readonly body: string; readonly isRecalled: boolean };

const attemptMs = 25_000;
const patient = { windowMs: 60_000, callsMax: 20, callsMin: 20, failedShare: 1, probeEveryMs: 1000 };
const bufferedCounters = { add: () => undefined };
const { log } = createLog('fatal');

const halfDaysFromNow = (count: number): string => new Date(Date.now() + count * 43_200_000).toISOString();

/** A clear week at any place, starting with a half day that is nearly over: it may still be the day before this one there. */
const forecast: Forecast = {
  alerts: [],
  periods: Array.from({ length: 16 }, (_, half) => {
    const at = halfDaysFromNow(half - 0.9);
    const isDaytime = half % 2 === 0;
    const name = `${new Intl.DateTimeFormat('en-US', { weekday: 'long' }).format(new Date(at))}${isDaytime ? '' : ' Night'}`;
    return {
      name,
      startTime: at,
      endTime: halfDaysFromNow(half + 0.1),
      isDaytime,
      temperature: 60 - half,
      rainPercent: 10 * (half % 5),
      sky: 'Mostly Clear',
    };
  }),
};
const weather: Weather = { forecast: () => Promise.resolve(forecast) };

/**
 * Answers a question as the product does for a phone in Chicago: a follow-up gets the previous question and its answer,
 * which the carrier would supply; what can be computed is computed; then the weather service is tried, and then the
 * model with the prompt and the formatter.
 * @returns null when nothing can be sent
 */
export async function textedAnswer(
  model: AnswerModel,
  texted: string,
  { before }: QualityCase,
): Promise<Texted | null> {
  const circuit = new Circuit(patient, () => performance.now());
  const calls = { isPaused: false, run: async <T>(call: () => Promise<T>): Promise<T> => call() };
  const askModel = createAnswerQuery({
    attemptMs,
    pausesMs: [1000],
    log,
    bufferedCounters,
    providers: [{ model, circuit, calls, budget: unlimited, callMicrodollars: null }],
  });
  const ask = withWeather({ weather, isFollowUp, circuit, limitMs: attemptMs, log, bufferedCounters }, askModel);
  const answerQuery = withComputed({ bufferedCounters }, ask);
  const isRecalled = before !== undefined && refersBack(texted) !== null;
  const earlier = isRecalled ? turnsOf(before) : [];
  const asker = { sender: '+13125550142', home: null, language: languageOf(texted) ?? 'en', budgetMs: 2 * attemptMs };
  const question = questionOf({ body: new Secret(texted), earlier, wantsMore: false }, asker);
  try {
    const answer = await answerQuery(question, new AbortController().signal);
    const { body } = withMoreHint(answer, 'en');
    return { body: body.reveal(), provider: answer.provider, isCut: answer.isCut, isRecalled };
  } catch (error) {
    if (error instanceof NoAnswer) return null;
    throw error;
  }
}

function turnsOf({ question, answer }: NonNullable<QualityCase['before']>): Turn[] {
  return [
    { role: 'user', text: new Secret(question) },
    { role: 'assistant', text: new Secret(answer) },
  ];
}
