import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { isCountedBySubject } from '#server/observability/signals/signal-lines.ts';
import { gaugeName } from '#server/observability/signals/signal-metrics.ts';
import { type SignalCode, signalCodes, signalMetric, signals } from '#server/observability/signals/signals.ts';

import { root } from './project.ts';
import { alertName, signalFiles } from './signal-files.ts';

const rulesFile = join(root, 'docs/monitoring/prometheus-rules.yml');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test.each(Object.entries(signalFiles()))('%s is what the list of signals says', (path, content) => {
  const advice = 'run `node scripts/write-signals.ts`';
  expect(readFileSync(join(root, path), 'utf8') === content, advice).toBe(true);
});

test('every signal has a rule, a panel and an entry of the runbook', () => {
  const files = Object.values(signalFiles());
  for (const code of signalCodes) {
    const marks = [`signal: ${code} }`, `"title": "${code}"`, `### ${code}\n`];
    expect(marks.map((mark, index) => files[index]?.split(mark).length)).toEqual([2, 2, 2]);
  }
});

test.each(signalCodes)('%s can travel on every channel', (code) => {
  const { sentence, remedy } = signals[code];
  // The outbox stores the code; a text has 160 characters of plain ASCII, its name included.
  expect(code).toMatch(/^[a-z][a-z0-9_]{1,29}$/);
  expect(sentence).toMatch(/^[\x20-\x7e]{20,110}$/);
  expect(remedy).toMatch(/^[\x20-\x7e]{20,}[.?]$/);
});

const liveness = 'askline_process_start_time_seconds';

/** The metric of a signal, the least value at which it fires, and one at which it does not yet. */
function faultOf(code: SignalCode): { metric: string; enough: number; tooFew: number } {
  const { rule } = signals[code];
  if (rule.kind === 'absent') return { metric: liveness, enough: NaN, tooFew: 1 };
  if (rule.kind === 'metric') {
    const { metric, atLeast } = rule;
    return { metric: gaugeName(metric), enough: atLeast, tooFew: atLeast === 1 ? 0 : atLeast * 0.99 };
  }
  const atLeast = rule.kind === 'raised' ? 1 : rule.atLeast;
  return { metric: signalMetric(code), enough: atLeast, tooFew: Math.floor(atLeast * 0.8) };
}

const metrics = [...new Set(signalCodes.map((code) => faultOf(code).metric))];
const bySubject = new Set(signalCodes.filter((code) => isCountedBySubject(code)).map((code) => signalMetric(code)));
/** When the fault of a metric begins: each in a minute of its own, so that a rule over another metric is found. */
const faultAt = (metric: string): number => 10 + metrics.indexOf(metric);
/** After the last fault, by the longest time that a rule waits. In minutes. */
const endsAt = 10 + metrics.length + 32;

/** A metric at rest that takes a value when its fault begins: a gauge, or a counter that rises by as much. */
function seriesWith(valueOf: (code: SignalCode) => number): object[] {
  return metrics.map((metric) => {
    const values = signalCodes.filter((code) => faultOf(code).metric === metric).map(valueOf);
    const rest = `${metric === liveness ? 1 : 0}+0x${faultAt(metric) - 1}`;
    const fault = Number.isNaN(values[0]) ? '' : ` ${Math.max(...values)}+0x${endsAt - faultAt(metric)}`;
    const labels = bySubject.has(metric) ? 'instance="a",subject="one"' : 'instance="a"';
    return { series: `${metric}{${labels}}`, values: rest + fault };
  });
}

function lastingMinutes(code: SignalCode): number {
  const { rule } = signals[code];
  return rule.kind === 'metric' ? rule.forMinutes : rule.kind === 'absent' ? 10 : 1;
}

/** Whether the alert of a signal must fire at a minute, in the format of promtool. */
function check(code: SignalCode, minute: number, isExpected: boolean): object {
  const { severity, sentence, remedy } = signals[code];
  const alert = {
    exp_labels: { severity, signal: code },
    exp_annotations: { summary: sentence, description: remedy, runbook: `docs/runbook.md#${code}` },
  };
  return { eval_time: `${minute}m`, alertname: alertName(code), exp_alerts: isExpected ? [alert] : [] };
}

const ruleTests = {
  rule_files: [rulesFile],
  evaluation_interval: '1m',
  tests: [
    {
      name: 'all is well',
      interval: '1m',
      input_series: seriesWith((code) => (faultOf(code).metric === liveness ? 1 : 0)),
      alert_rule_test: signalCodes.flatMap((code) => [check(code, 30, false), check(code, endsAt, false)]),
    },
    {
      name: 'one fault after the other',
      interval: '1m',
      input_series: seriesWith((code) => faultOf(code).enough),
      alert_rule_test: signalCodes.flatMap((code) => {
        const at = faultAt(faultOf(code).metric);
        return [check(code, at - 1, false), check(code, at + lastingMinutes(code), true)];
      }),
    },
    {
      name: 'each fault a little too small',
      interval: '1m',
      // Two signals of one metric: the smaller limit counts.
      input_series: seriesWith((code) => {
        const { metric } = faultOf(code);
        return Math.min(
          ...signalCodes.filter((other) => faultOf(other).metric === metric).map((other) => faultOf(other).tooFew),
        );
      }),
      alert_rule_test: signalCodes.flatMap((code) => {
        const at = faultAt(faultOf(code).metric);
        return [check(code, at + lastingMinutes(code), false), check(code, endsAt, false)];
      }),
    },
  ],
};

test.skipIf(!hasPromtool)('promtool accepts the rules', () => {
  expect(execFileSync('promtool', ['check', 'rules', rulesFile]).toString()).toContain(
    `SUCCESS: ${signalCodes.length} rules found`,
  );
});

test.skipIf(!hasPromtool)(
  'each rule fires when its fault is injected, not a little below, and none while all is well',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'askline-rules-'));
    try {
      const file = join(folder, 'tests.yml');
      writeFileSync(file, JSON.stringify(ruleTests));
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
      expect({ status, output: `${stdout}${stderr}`.slice(0, 4000) }).toEqual({ status: 0, output: expect.anything() });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
