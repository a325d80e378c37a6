import type { Pool } from 'pg';

import { type AnswerQuery, createAnswerQuery } from '#server/answers/answer-query.ts';
import type { AskDeps, UsedProvider } from '#server/answers/ask-provider.ts';
import { CallLimit } from '#server/answers/call-limit.ts';
import { Circuit } from '#server/answers/circuit.ts';
import { withComputed } from '#server/answers/computed/answer-computed.ts';
import { DayBudget } from '#server/answers/day-budget.ts';
import { DemoBudget } from '#server/answers/demo-budget.ts';
import { withWeather } from '#server/answers/weather/answer-weather.ts';
import { demoPartOf, firstCallMax } from '#server/config/answer-providers.ts';
import type { Config } from '#server/config/config.ts';
import { countedToday } from '#server/observability/counters.repo.ts';
import type { Metrics } from '#server/observability/metrics.ts';
import type { RateLimits } from '#server/platform/rate-limits.ts';
import { openAiModel } from '#server/providers/openai/answer-model.ts';
import { perplexityModel } from '#server/providers/perplexity/answer-model.ts';
import type { AnswerModel } from '#server/providers/ports/answer-model.ts';
import { weatherGov } from '#server/providers/weather-gov/weather.ts';
import { isFollowUp } from '#server/texting/rules/follow-up.ts';
import type { Timing } from '#server/texting/timing.ts';

import { timedModel } from './timed-providers.ts';
import { tracedModel } from './traced-providers.ts';

type Context = Pick<AskDeps, 'log' | 'bufferedCounters'> & {
  readonly pool: Pool;
  readonly rateLimits: RateLimits;
  readonly metrics: Metrics;
  readonly timing: Timing;
};
/** `onDemoSpent`: the demo may not spend at one of the providers any more today. */
type OpeningContext = Context & { readonly onDemoSpent: () => void };

/** The service usually answers within a second; if it does not, the model still has nearly all of its time. */
const weatherRequestMs = 4000;
const weatherLimitMs = 8000;

/** An open provider. Texts and the demo share its connections and part of its budget. */
type Opened = Pick<UsedProvider, 'model' | 'callMicrodollars'> & {
  readonly budget: DayBudget;
  readonly demoBudget: DemoBudget;
  close(): void;
};

export type AnswerQueries = {
  /** Answers texts. */
  readonly answerQuery: AnswerQuery;
  /** Answers the demo on the home page. */
  readonly demoQuery: AnswerQuery;
  /** The limits of calls for texts, by provider in the order in which they are asked. */
  readonly modelCalls: readonly [first: CallLimit, second?: CallLimit];
  close(): void;
};

/** Opens the answer providers. Sends nothing yet. */
export function openAnswerProviders(config: Config, context: Context): AnswerQueries {
  const { attemptMs, inFlightMax } = config.answers;
  const { log, bufferedCounters, timing } = context;
  const opening = {
    ...context,
    onDemoSpent() {
      // A provider with a larger budget may still answer the demo.
      if (!opened.every(({ demoBudget }) => demoBudget.isClosed)) return;
      log.warn({ event: 'demo_budget_spent' }, 'the demo has used up its money of the day');
    },
  };
  const first = openFirst(config, opening);
  const second = openSecond(config, opening);
  const opened = second === null ? [first] : [first, second];
  const deps = { attemptMs, pausesMs: timing.modelPausesMs, log, bufferedCounters };
  // As many calls as there may be texts; a refusal of a provider lowers its own limit
  // (docs/reference/texting-protocol.md#model-calls).
  const newLimit = (): CallLimit => new CallLimit({ max: inFlightMax });
  const firstCalls = newLimit();
  const secondCalls = newLimit();
  const used = (one: Opened, calls: CallLimit): UsedProvider => ({ ...one, circuit: circuitOf(timing), calls });
  const forecasts = openWeather(config, context);
  const withoutModel = (askModel: AnswerQuery): AnswerQuery => withComputed(deps, forecasts.before(askModel));
  return {
    answerQuery: withoutModel(
      createAnswerQuery({
        ...deps,
        providers: [used(first, firstCalls), ...(second === null ? [] : [used(second, secondCalls)])],
      }),
    ),
    // Its own limit, circuit and part of the budget, so that visitors' questions and failures cannot block a subscriber
    // (docs/reference/security.md#t29).
    demoQuery: withoutModel(
      createAnswerQuery({
        ...deps,
        providers: opened.map((one) => ({
          ...used(one, new CallLimit({ max: 8, waitingMax: 32 })),
          budget: one.demoBudget,
        })),
      }),
    ),
    modelCalls: second === null ? [firstCalls] : [firstCalls, secondCalls],
    close() {
      for (const one of opened) one.close();
      forecasts.close();
    },
  };
}

/** The weather service, asked before the models. Texts and the demo share its circuit, because neither can spoil it. */
function openWeather({ weather }: Config, { log, bufferedCounters, timing }: Context) {
  if (weather === null) return { before: (askModel: AnswerQuery) => askModel, close: () => undefined };
  const client = weatherGov({ ...weather, requestMs: weatherRequestMs });
  const circuit = circuitOf(timing);
  const deps = { weather: client, isFollowUp, circuit, limitMs: weatherLimitMs, log, bufferedCounters };
  return { before: (askModel: AnswerQuery) => withWeather(deps, askModel), close: () => client.close() };
}

function openFirst(config: Config, context: OpeningContext): Opened {
  const { model, answers, operator } = config;
  const { attemptMs, inFlightMax } = answers;
  const client = perplexityModel({ ...model, attemptMs, callsMax: inFlightMax });
  const unpriced = operator.prices.modelCall;
  const demoPerDay = demoPartOf(config.demo.microdollarsPerDay, model.perDay);
  return openedOf(client, { perDay: model.perDay, demoPerDay, unpriced, callMicrodollars: null }, context);
}

function openSecond(config: Config, context: OpeningContext): Opened | null {
  const { secondModel, answers } = config;
  if (secondModel === null) return null;
  const { attemptMs, inFlightMax } = answers;
  const client = openAiModel({ ...secondModel, attemptMs, callsMax: inFlightMax });
  const { perDay, perCall } = secondModel;
  const demoPerDay = demoPartOf(config.demo.microdollarsPerDay, perDay);
  return openedOf(client, { perDay, demoPerDay, unpriced: perCall, callMicrodollars: perCall }, context);
}

type Costs = Pick<UsedProvider, 'callMicrodollars'> & {
  readonly perDay: number;
  readonly demoPerDay: number;
  readonly unpriced: number;
};

function openedOf(
  client: AnswerModel & { close(): void },
  { perDay, demoPerDay, unpriced, callMicrodollars }: Costs,
  { pool, rateLimits, log, metrics, onDemoSpent }: OpeningContext,
): Opened {
  const { provider } = client;
  const priced = `providers.microdollars.${provider}` as const;
  const unpricedCalls = `providers.unpriced.${provider}` as const;
  async function spent() {
    const { day, counts } = await countedToday(pool, [priced, unpricedCalls]);
    return { day, microdollars: counts[priced] + counts[unpricedCalls] * unpriced };
  }
  const budget = new DayBudget({
    max: perDay,
    unpriced,
    read: spent,
    onSpent() {
      log.warn({ event: 'model_budget_spent', provider }, 'an answer provider has used up its budget of the day');
    },
  });
  const demoBudget = new DemoBudget({
    whole: budget,
    rateLimits,
    max: demoPerDay,
    perCallMax: callMicrodollars ?? firstCallMax({ modelCall: unpriced }),
    unpriced,
    onSpent: onDemoSpent,
  });
  budget.start();
  return {
    model: timedModel(tracedModel(client), metrics),
    budget,
    demoBudget,
    callMicrodollars,
    close() {
      budget.stop();
      client.close();
    },
  };
}

function circuitOf({ circuitWindowMs, circuitProbeMs }: Timing): Circuit {
  const rules = { windowMs: circuitWindowMs, callsMax: 20, callsMin: 10, failedShare: 0.5 };
  return new Circuit({ ...rules, probeEveryMs: circuitProbeMs }, () => performance.now());
}
