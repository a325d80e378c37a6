import { expect, test } from 'vitest';

import { endOf } from './browser/message-times.js';

test('the time that a reply took ends with its last status', () => {
  const at = '2026-11-21T15:00:00.000Z';
  const steps = [
    { status: 'queued', at },
    { status: 'delivered', at: '2026-11-21T15:00:00.500Z' },
  ] as const;
  expect(endOf({ at, steps }) - Date.parse(at)).toBe(500);
  expect(endOf({ at, steps: [] })).toBe(Date.parse(at));
});
