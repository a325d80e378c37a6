import { expect, test } from 'vitest';

import { pause } from './pause.ts';

test('a pause reports whether it was cut short', async () => {
  const stop = new AbortController();
  expect(await pause(1, stop.signal)).toBe(true);
  const long = pause(600_000, stop.signal);
  stop.abort();
  expect(await long).toBe(false);
  expect(await pause(600_000, stop.signal)).toBe(false);
});
