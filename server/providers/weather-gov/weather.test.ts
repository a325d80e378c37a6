import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test, vi } from 'vitest';

import { startFixedAnswer } from '#server/testing/fixed-answer.ts';

import { weatherGov } from './weather.ts';

afterEach(() => {
  vi.useRealTimers();
});

const tulsa = { latitude: 36.15, longitude: -95.99 };

const answers: Readonly<Record<string, unknown>> = {
  grid: { properties: { gridId: 'TSA', gridX: 45, gridY: 106 } },
  forecast: { properties: { periods: [] } },
  alerts: { features: [] },
};

/** What a request asks for, by its path. */
function kindOf(path: string): string {
  if (path.startsWith('/points/')) return 'grid';
  return path.startsWith('/gridpoints/') ? 'forecast' : 'alerts';
}

test('an alert is at most a minute old, a forecast a quarter of an hour, and a cell a day', async () => {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(kindOf(url));
    response.writeHead(200, { 'content-type': 'application/geo+json' }).end(JSON.stringify(answers[kindOf(url)]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = weatherGov({ baseUrl, userAgent: 'tests', requestMs: 5000 });
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const askAfter = async (minutes: number): Promise<string[]> => {
      vi.setSystemTime(Date.now() + minutes * 60_000);
      asked.length = 0;
      await client.forecast(tulsa, new AbortController().signal);
      return asked.toSorted();
    };
    expect(await askAfter(0)).toEqual(['alerts', 'forecast', 'grid']);
    expect(await askAfter(0.9)).toEqual([]);
    expect(await askAfter(0.2)).toEqual(['alerts']);
    expect(await askAfter(13)).toEqual(['alerts']);
    expect(await askAfter(2)).toEqual(['alerts', 'forecast']);
    expect(await askAfter(23 * 60)).toEqual(['alerts', 'forecast']);
    expect(await askAfter(60)).toEqual(['alerts', 'forecast', 'grid']);
  } finally {
    client.close();
    server.closeAllConnections();
    server.close();
  }
});

test.each([
  [401, 'auth'],
  [403, 'auth'],
  [404, 'rejected'],
  [500, 'unavailable'],
])('the status %i of the service is told as %s', async (status, kind) => {
  await using server = await startFixedAnswer({ status, body: '' });
  const client = weatherGov({ baseUrl: server.url, userAgent: 'tests', requestMs: 5000 });
  const asked = client.forecast(tulsa, new AbortController().signal);
  await expect(asked).rejects.toMatchObject({ kind, code: String(status) });
  client.close();
});

test('an alert that is in force twice is named once, the most severe first', async () => {
  const alert = (event: string, severity: string, status = 'Actual') => ({ properties: { event, severity, status } });
  const features = [
    alert('Flood Watch', 'Moderate'),
    alert('Tornado Warning', 'Extreme', 'Test'),
    alert('Flood Warning', 'Severe'),
    alert('Flood Watch', 'Moderate'),
  ];
  // One answer to all three questions, because each reads only its own part.
  const properties = { gridId: 'TSA', gridX: 45, gridY: 106, periods: [] };
  await using server = await startFixedAnswer({ body: JSON.stringify({ properties, features }) });
  const client = weatherGov({ baseUrl: server.url, userAgent: 'tests', requestMs: 5000 });
  const { alerts } = await client.forecast(tulsa, new AbortController().signal);
  expect(alerts).toEqual(['Flood Warning', 'Flood Watch']);
  client.close();
});
