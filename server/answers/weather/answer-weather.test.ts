import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { findPlace } from '#server/places/places.ts';
import { Secret } from '#server/platform/secret.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';
import type { Point } from '#server/providers/ports/weather.ts';
import { isFollowUp } from '#server/texting/rules/follow-up.ts';

import { NoAnswer } from '../answer-query.ts';
import { Circuit } from '../circuit.ts';
import { withWeather } from './answer-weather.ts';

/** A weather service that only notes where it is asked for, and no model. */
async function pointOf(body: string, before: string, answer: string): Promise<Point | undefined> {
  const points: Point[] = [];
  const forecast = (point: Point): Promise<never> => {
    points.push(point);
    return Promise.reject(new ProviderError('weather', 'rejected'));
  };
  const circuitRules = { windowMs: 1000, callsMax: 9, callsMin: 9, failedShare: 1, probeEveryMs: 1000 };
  const deps = {
    weather: { forecast },
    isFollowUp,
    circuit: new Circuit(circuitRules, () => 0),
    limitMs: 1000,
    log: createLog('silent').log,
    bufferedCounters: { add: () => undefined },
  };
  const answerQuery = withWeather(deps, () => Promise.reject(new NoAnswer('circuit_open')));
  const question = {
    body: new Secret(body),
    earlier: [
      { role: 'user', text: new Secret(before) },
      { role: 'assistant', text: new Secret(answer) },
    ],
    home: { city: 'Houston', region: 'TX', zip: '77058' },
    wantsMore: false,
    language: 'en',
    timeZone: 'America/Chicago',
    costCenter: 'model',
    budgetMs: 1000,
    retries: 'once',
  } as const;
  await expect(answerQuery(question, new AbortController().signal)).rejects.toThrow(NoAnswer);
  return points[0];
}

const at = (name: string): Partial<Point> => {
  const found = findPlace(name);
  if (found.kind !== 'one') throw new Error(`${name} is not one place`);
  const { latitude, longitude } = found.place;
  return { latitude, longitude };
};

const inAustin = 'Austin, TX. Today: sunny, high 80F. Source: NWS';

test('after a forecast of the home city, a follow-up stays at the ZIP code of the home place', async () => {
  expect(at('77058')).not.toEqual(at('Houston TX'));
  for (const before of ['weather', 'and tomorrow?', 'what temp']) {
    const inHouston = 'Houston, TX. Today: sunny, high 80F. Source: NWS';
    expect(await pointOf('and sunday', before, inHouston), before).toMatchObject(at('77058'));
  }
});

test('after a follow-up, only a forecast tells the place', async () => {
  for (const before of ['and tomorrow?', 'what temp']) {
    expect(await pointOf('and sunday', before, inAustin), before).toMatchObject(at('Austin TX'));
    expect(await pointOf('and sunday', before, 'It is 325 F.'), before).toBeUndefined();
  }
});

test('after a question that stands alone, a follow-up is of its place, whatever answered it', async () => {
  for (const answer of ['For which city?', 'It is sunny.']) {
    for (const before of ['weather', 'rain tomorrow?', 'will it rain', 'weather this weekend', 'clima']) {
      expect(await pointOf('boston ma', before, answer), before).toMatchObject(at('Boston MA'));
      expect(await pointOf('60614', before, answer), before).toMatchObject(at('60614'));
      const sunday = before === 'clima' ? 'y el domingo' : 'and sunday';
      expect(await pointOf(sunday, before, answer), before).toMatchObject(at('77058'));
    }
    expect(await pointOf('and sunday', 'weather in Denver CO', answer)).toMatchObject(at('Denver CO'));
    expect(await pointOf('boston ma', 'weather in paris', answer)).toBeUndefined();
  }
});

test('after HOME was changed, a follow-up to a question without a place is of the new home place', async () => {
  expect(await pointOf('and sunday', 'weather', inAustin)).toMatchObject(at('77058'));
});
