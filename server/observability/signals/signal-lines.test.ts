import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { counterNames } from '../counter-names.ts';
import { signalsOfLine } from './signal-lines.ts';
import { countedMetrics, signalMetrics } from './signal-metrics.ts';
import { signalCodes, signals } from './signals.ts';

const server = join(import.meta.dirname, '../..');

/** The product's sources, without tests and without the list itself. */
async function readSources(): Promise<string> {
  const sources: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: server })) {
    if (/\.test\.ts$|(?:^|\/)testing\/|^observability\/signals\//.test(file)) continue;
    sources.push(await readFile(join(server, file), 'utf8'));
  }
  return sources.join('\n');
}

test('each event of a signal is written somewhere, and each raised one is raised', async () => {
  const source = await readSources();
  const events = signalCodes.flatMap((code) => {
    const { rule } = signals[code];
    return rule.kind === 'event' ? rule.lines.flatMap(({ event }) => (event === undefined ? [] : [event])) : [];
  });
  expect(events.filter((event) => !source.includes(`event: '${event}'`))).toEqual([]);
  const raised = signalCodes.filter((code) => signals[code].rule.kind === 'raised');
  expect(raised.filter((code) => !source.includes(`'${code}'`))).toEqual([]);
});

test('each counter of a metric is counted, and each metric serves a signal', () => {
  const counters = Object.values(countedMetrics).flatMap((metric) => [...metric.counters] as string[]);
  const patterns = Object.keys(counterNames).map((name) => name.replace(/<\w+>$/, ''));
  expect(counters.filter((counter) => !patterns.some((pattern) => counter.startsWith(pattern)))).toEqual([]);
  const used = signalCodes
    .map((code) => signals[code].rule)
    .flatMap((rule) => (rule.kind === 'metric' ? [rule.metric] : []));
  expect(Object.keys(signalMetrics).filter((name) => !(used as string[]).includes(name))).toEqual([]);
});

test('each security event behind a metric is written to the security log', async () => {
  const source = await readSources();
  const events = Object.values(countedMetrics)
    .flatMap((metric) => [...metric.counters] as string[])
    .flatMap((counter) => (counter.startsWith('security.') ? [counter.slice('security.'.length)] : []));
  expect(events.filter((event) => !source.includes(`event: '${event}'`))).toEqual([]);
});

test('each error of the security log is an event of a signal, or counts in the metric of one', async () => {
  const source = await readSources();
  const errors = [...source.matchAll(/securityLog\.error\(\s*\{\s*event: '(\w+)'/g)].map(([, event = '']) => event);
  expect(errors.length).toBeGreaterThan(5);
  const counted = new Set<string>(Object.values(countedMetrics).flatMap((metric) => [...metric.counters]));
  const isTold = (event: string) => signalsOfLine({ event }).length > 0 || counted.has(`security.${event}`);
  // That an alert was raised is no event of another one.
  expect(errors.filter((event) => event !== 'operator_alert' && !isTold(event))).toEqual([]);
});
