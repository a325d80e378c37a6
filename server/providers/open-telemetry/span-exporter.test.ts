import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import type { EndedSpan } from '#server/observability/tracing/spans.ts';
import { startTraceCollector, type TraceCollector } from '#server/testing/trace-collector.ts';
import { until } from '#server/testing/until.ts';

import { type Handover, openSpanExport, tryExport } from './span-exporter.ts';

const span: EndedSpan = {
  name: 'text.store',
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  parentId: null,
  beganAt: Date.UTC(2026, 10, 23),
  endedAt: Date.UTC(2026, 10, 23) + 5,
  attributes: {},
  link: null,
  hasFailed: true,
};

function settingsOf({ url }: TraceCollector, share = 1) {
  return { url: `${url}/v1/traces`, headers: {}, serviceName: 'askline', share, about: {} };
}

test('spans keep their ids, and the share that is exported is a share of whole traces', async () => {
  await using collector = await startTraceCollector();
  const half = openSpanExport(settingsOf(collector, 0.5), () => undefined);
  for (let trace = 0; trace < 200; trace += 1) {
    const traceId = createHash('md5').update(`trace ${trace}`).digest('hex');
    half.sink({ ...span, traceId });
    half.sink({ ...span, traceId, spanId: 'c'.repeat(16), parentId: span.spanId });
  }
  await half.close(5000);
  const spans = collector.spans();
  const firsts = spans.filter(({ parentId }) => parentId === '').map(({ traceId }) => traceId);
  const others = spans.filter(({ parentId }) => parentId === span.spanId).map(({ traceId }) => traceId);
  expect(firsts).toEqual(others);
  expect(firsts.length).toBeGreaterThan(60);
  expect(firsts.length).toBeLessThan(140);
  expect(spans[0]).toMatchObject({ name: 'text.store', spanId: span.spanId, hasFailed: true });
});

test('what a collector does not take is counted and dropped, and no more than the queue holds waits for it', async () => {
  await using collector = await startTraceCollector();
  const handovers: Handover[] = [];
  const exporting = openSpanExport(settingsOf(collector), (handover) => handovers.push(handover));
  collector.status = 400;
  for (let count = 0; count < 512; count += 1) exporting.sink(span);
  await until('the first attempt', () => handovers.length > 0);
  expect(handovers).toEqual([{ spans: 512, failure: '400' }]);
  collector.status = 200;
  const before = collector.spans().length;
  for (let count = 0; count < 5000; count += 1) exporting.sink(span);
  await exporting.close(60_000);
  const taken = collector.spans().length - before;
  expect(taken).toBeGreaterThan(0);
  // One batch was on its way already.
  expect(taken).toBeLessThanOrEqual(2048 + 512);
  const told = handovers.slice(1);
  expect(new Set(told.map(({ failure }) => failure))).toEqual(new Set([null]));
  expect(told.reduce((sum, { spans }) => sum + spans, 0)).toBe(taken);
});

test('a try hands nothing over, and reports the status of a collector that refuses', async () => {
  await using collector = await startTraceCollector();
  expect(await tryExport(settingsOf(collector))).toEqual({ spans: 0, failure: null });
  collector.status = 401;
  expect(await tryExport(settingsOf(collector))).toEqual({ spans: 0, failure: '401' });
  expect(collector.spans()).toEqual([]);
});
