import { expect, test, vi } from 'vitest';

import { TimedCache } from './timed-cache.ts';

test.each([
  ['for as long as both clocks say so', { running: 999, wall: 999 }, 1],
  ['not when its time is over', { running: 1000, wall: 0 }, 2],
  // The clock of a process stands still while its machine is suspended.
  ['not over a suspension of the machine', { running: 0, wall: 86_400_000 }, 2],
  ['not longer when the wall clock is set back', { running: 1000, wall: -86_400_000 }, 2],
])('a value is kept %s', async (_what, { running, wall }, expected) => {
  // Whole numbers: of others, the sum minus the first is not always the second.
  const now = { running: 10_000, wall: 1_700_000_000_000 };
  using runningClock = vi.spyOn(performance, 'now').mockImplementation(() => now.running);
  using wallClock = vi.spyOn(Date, 'now').mockImplementation(() => now.wall);
  const cache = new TimedCache<number>(2, 1000);
  let reads = 0;
  const read = () => Promise.resolve((reads += 1));
  await cache.get('cell', read);
  now.running += running;
  now.wall += wall;
  await cache.get('cell', read);
  expect(reads).toBe(expected);
  for (const clock of [runningClock, wallClock]) expect(clock).toHaveBeenCalled();
});
