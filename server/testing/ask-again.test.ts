import { expect, test } from 'vitest';

import { askAgain } from './ask-again.ts';

/** A server that gives these responses in order and then repeats the last. */
function answering(...statuses: readonly (number | 'away')[]) {
  const asked: number[] = [];
  return {
    asked,
    call: () => {
      const status = statuses[Math.min(asked.length, statuses.length - 1)] ?? 200;
      asked.push(performance.now());
      return Promise.resolve(
        status === 'away'
          ? new Response('{}', { status: 503, headers: { 'retry-after': '0' } })
          : new Response('{}', { status }),
      );
    },
  };
}

test('a call is repeated after a 503 with Retry-After, until there is another response', async () => {
  const server = answering('away', 'away', 200);
  expect((await askAgain(server.call)).status).toBe(200);
  expect(server.asked).toHaveLength(3);
});

test.each([200, 401, 429, 500, 503])('a %i without Retry-After is returned as it is', async (status) => {
  const server = answering(status);
  expect((await askAgain(server.call)).status).toBe(status);
  expect(server.asked).toHaveLength(1);
});
