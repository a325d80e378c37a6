import { expect, test, vi } from 'vitest';

import { LoopWatch } from './loop-watch.ts';

test('a loop that stands still is logged once when it begins, and once when it moves again', () => {
  vi.useFakeTimers();
  try {
    const lines: string[] = [];
    const note = ({ event }: { event: string }): void => void lines.push(event);
    const watch = new LoopWatch({ error: note, warn: note } as never);
    const [ours, journaled] = [{ isStuck: false }, { isStuck: false }];
    expect(watch.isStuck).toBe(false);
    watch.start([ours, journaled]);
    vi.advanceTimersByTime(20_000);
    expect([watch.isStuck, lines]).toEqual([false, []]);
    journaled.isStuck = true;
    expect(watch.isStuck).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual(['answer_loop_stuck']);
    journaled.isStuck = false;
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual(['answer_loop_stuck', 'answer_loop_moving']);
    watch.stop();
    ours.isStuck = true;
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
