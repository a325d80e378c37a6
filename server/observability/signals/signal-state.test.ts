import { expect, test } from 'vitest';

import { signalsOfLine, subjectsOf } from './signal-lines.ts';
import { type MetricName, signalMetrics, type SignalReadings } from './signal-metrics.ts';
import { SignalState } from './signal-state.ts';
import { signalCodes, signals } from './signals.ts';

const minuteMs = 60_000;

function readingWith(changes: Partial<Record<MetricName, number | null>> = {}): SignalReadings {
  const healthy = Object.fromEntries(Object.keys(signalMetrics).map((name) => [name, 0])) as Record<MetricName, number>;
  return { ...healthy, ...changes };
}

const ofMetrics = signalCodes.filter((code) => signals[code].rule.kind === 'metric');
const ofEvents = signalCodes.filter((code) => signals[code].rule.kind === 'event');

test('while all is well nothing fires, nor while nothing can be read', () => {
  const state = new SignalState();
  expect(state.check(readingWith(), 0)).toEqual([]);
  expect(state.check(readingWith(), 3_600_000)).toEqual([]);
  const unread = Object.fromEntries(
    Object.keys(signalMetrics).map((name) => [name, null]),
  ) as unknown as SignalReadings;
  expect(state.check(unread, 7_200_000)).toEqual([]);
});

test.each(ofMetrics)('%s fires when its metric has been at the limit for its time, and not a little below', (code) => {
  const { rule } = signals[code];
  if (rule.kind !== 'metric') throw new Error('a rule of a metric');
  const { metric, atLeast, forMinutes } = rule;
  const lastingMs = forMinutes * minuteMs;
  const state = new SignalState();
  if (lastingMs > 0) {
    expect(state.check(readingWith({ [metric]: atLeast }), 0)).not.toContain(code);
    expect(state.check(readingWith({ [metric]: atLeast }), lastingMs - 1)).not.toContain(code);
    expect(state.check(readingWith({ [metric]: atLeast * 0.99 }), lastingMs)).not.toContain(code);
    expect(state.check(readingWith({ [metric]: atLeast }), lastingMs + 1)).not.toContain(code);
  }
  state.check(readingWith({ [metric]: atLeast }), lastingMs + 1);
  expect(state.check(readingWith({ [metric]: atLeast }), 2 * lastingMs + 1)).toContain(code);
  expect(state.check(readingWith({ [metric]: atLeast * 0.99 }), 2 * lastingMs + 2)).not.toContain(code);
});

test.each(ofEvents)('%s fires with enough events within its time, and stops after it', (code) => {
  const { rule } = signals[code];
  if (rule.kind !== 'event') throw new Error('a rule of events');
  const lastingMs = rule.minutes * minuteMs;
  const state = new SignalState();
  const event = { code, subject: '' };
  for (let n = 1; n < rule.atLeast; n += 1) state.occurred(event, n);
  expect(state.isFiringEvent(code, rule.atLeast)).toBe(false);
  state.occurred(event, rule.atLeast);
  expect(state.isFiringEvent(code, rule.atLeast)).toBe(true);
  expect(state.check(readingWith(), rule.atLeast)).toEqual([code]);
  expect(state.check(readingWith(), lastingMs + rule.atLeast)).toEqual([]);
});

test('one failure of each of five jobs is no job that keeps failing; four of one job are', () => {
  const state = new SignalState();
  const fail = (job: string) => {
    for (const event of signalsOfLine({ event: 'job_failed', job })) state.occurred(event, 1);
    return state.check(readingWith(), 1);
  };
  const jobs = subjectsOf('hourly_jobs_failing');
  expect(jobs.length).toBeGreaterThanOrEqual(5);
  for (const job of [...jobs, ...subjectsOf('daily_jobs_failing')]) expect(fail(job)).toEqual([]);
  for (let n = 2; n < 4; n += 1) expect(fail(jobs[0]!)).toEqual([]);
  expect(fail(jobs[0]!)).toEqual(['hourly_jobs_failing']);
});
