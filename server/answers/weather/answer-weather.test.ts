import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { findPlace } from '#server/places/places.ts';
import { Secret } from '#server/platform/secret.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';
import type { Point } from '#server/providers/ports/weather.ts';

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

test('after a forecast of the home city, a follow-up stays at the ZIP code of the home place', async () => {
  expect(at('77058')).not.toEqual(at('Houston TX'));
  for (const before of ['weather', 'and tomorrow?', 'what temp']) {
    expect(
      await pointOf('and sunday', before, 'Houston, TX. Today: sunny, high 80F. Source: NWS'),
      before,
    ).toMatchObject(at('77058'));
    expect(
      await pointOf('and sunday', before, 'Austin, TX. Today: sunny, high 80F. Source: NWS'),
      before,
    ).toMatchObject(at('Austin TX'));
    expect(await pointOf('and sunday', before, 'It is 325 F.'), before).toBeUndefined();
  }
});
