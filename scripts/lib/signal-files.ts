import { isCountedBySubject } from '#server/observability/signals/signal-lines.ts';
import { gaugeName, type MetricName, signalMetrics } from '#server/observability/signals/signal-metrics.ts';
import type { Signal } from '#server/observability/signals/signal.ts';
import {
  type SignalCode,
  signalCodes,
  signalGroups,
  signalMetric,
  signals,
} from '#server/observability/signals/signals.ts';

/** What the rules expect of every process: Prometheus alerts when none has it. */
const livenessMetric = 'askline_process_start_time_seconds';
const heading = 'Written by scripts/write-signals.ts from server/observability/signals: change it there.';

/** The files that follow from the list of signals, by their path in the project. */
export function signalFiles(): Readonly<Record<string, string>> {
  return {
    'docs/monitoring/prometheus-rules.yml': prometheusRules(),
    'docs/monitoring/grafana-dashboard.json': grafanaDashboard(),
    'docs/runbook.md': runbook(),
  };
}

/** The name of a signal's alert in Prometheus: `text_overdue` is `AsklineTextOverdue`. */
export function alertName(code: SignalCode): string {
  return `Askline${code.replaceAll(/(?:^|_)([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())}`;
}

/** Condition and duration of the alert, in PromQL, over all processes. */
function conditionOf(code: SignalCode): { expr: string; forTime: string } {
  const { rule } = signals[code];
  switch (rule.kind) {
    case 'metric':
      return { expr: `max(${gaugeName(rule.metric)}) >= ${rule.atLeast}`, forTime: `${rule.forMinutes}m` };
    case 'event': {
      const increase = increaseOf(code, rule.minutes);
      return { expr: rule.atLeast === 1 ? `${increase} > 0` : `${increase} >= ${rule.atLeast}`, forTime: '0m' };
    }
    case 'raised':
      return { expr: `sum(increase(${signalMetric(code)}[15m])) > 0`, forTime: '0m' };
    case 'absent':
      return { expr: `absent(${livenessMetric})`, forTime: '5m' };
  }
}

/** The events of a signal over all processes; of one that is counted by subject, those of the most frequent one. */
function increaseOf(code: SignalCode, minutes: number): string {
  const increase = `increase(${signalMetric(code)}[${minutes}m])`;
  return isCountedBySubject(code) ? `max(sum by (subject) (${increase}))` : `sum(${increase})`;
}

function prometheusRules(): string {
  const rules = signalCodes.map((code) => {
    const { severity, sentence, remedy } = signals[code];
    const { expr, forTime } = conditionOf(code);
    return [
      `      - alert: ${alertName(code)}`,
      `        expr: ${JSON.stringify(expr)}`,
      `        for: ${forTime}`,
      `        labels: { severity: ${severity}, signal: ${code} }`,
      `        annotations:`,
      `          summary: ${JSON.stringify(sentence)}`,
      `          description: ${JSON.stringify(remedy)}`,
      `          runbook: docs/runbook.md#${code}`,
    ].join('\n');
  });
  return `# ${heading}\ngroups:\n  - name: askline\n    rules:\n${rules.join('\n')}\n`;
}

const grafanaUnits = { seconds: 's', ratio: 'percentunit', count: 'short' } as const;
const panelWidth = 8;
const panelHeight = 7;

function grafanaDashboard(): string {
  const panels: object[] = [];
  let y = 0;
  for (const [title, group] of Object.entries(signalGroups)) {
    panels.push({ id: panels.length + 1, type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: 24, h: 1 } });
    y += 1;
    const codes = Object.keys(group) as SignalCode[];
    for (const [index, code] of codes.entries()) {
      const gridPos = {
        x: (index % 3) * panelWidth,
        y: y + Math.floor(index / 3) * panelHeight,
        w: panelWidth,
        h: panelHeight,
      };
      panels.push({ id: panels.length + 1, ...panelOf(code), gridPos });
    }
    y += Math.ceil(codes.length / 3) * panelHeight;
  }
  const datasource = { name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' };
  const dashboard = {
    uid: 'askline-signals',
    title: 'Askline: signals',
    description: heading,
    tags: ['askline'],
    schemaVersion: 39,
    editable: true,
    refresh: '1m',
    time: { from: 'now-24h', to: 'now' },
    templating: { list: [datasource] },
    panels,
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

/** One panel: the metric with its limit as a line, or the events. */
function panelOf(code: SignalCode): object {
  const { sentence, remedy, severity, rule } = signals[code];
  const isMetric = rule.kind === 'metric';
  const limit = rule.kind === 'metric' || rule.kind === 'event' ? rule.atLeast : 1;
  const color = severity === 'critical' ? 'red' : 'orange';
  return {
    type: 'timeseries',
    title: code,
    description: `${sentence} ${remedy}`,
    datasource: { type: 'prometheus', uid: '${datasource}' },
    targets: [{ refId: 'A', expr: seriesOf(code), legendFormat: code }],
    fieldConfig: {
      defaults: {
        unit: isMetric ? grafanaUnits[signalMetrics[rule.metric].unit] : 'short',
        min: 0,
        custom: { thresholdsStyle: { mode: 'line' } },
        thresholds: {
          mode: 'absolute',
          steps: [
            { color: 'green', value: null },
            { color, value: limit },
          ],
        },
      },
      overrides: [],
    },
    options: { legend: { showLegend: false } },
  };
}

function seriesOf(code: SignalCode): string {
  const { rule } = signals[code];
  if (rule.kind === 'metric') return `max(${gaugeName(rule.metric)})`;
  if (rule.kind === 'absent') return `absent(${livenessMetric}) or vector(0)`;
  return increaseOf(code, rule.kind === 'event' ? rule.minutes : 15);
}

function runbook(): string {
  const parts = Object.entries(signalGroups).map(([title, group]) => {
    const entries = (Object.keys(group) as SignalCode[]).map((code) => entryOf(code, signals[code]));
    return `## ${title}\n\n${entries.join('\n\n')}`;
  });
  return `<!-- ${heading} -->

# Runbook

What needs a person, and what to do. How alerts reach you: [operating](operating.md#watch). The same list as rules for Prometheus: [prometheus-rules.yml](monitoring/prometheus-rules.yml); as a dashboard for Grafana: [grafana-dashboard.json](monitoring/grafana-dashboard.json).

**Critical**: texts are not answered, a promise is broken, or you are blind. It is sent on every channel, and again every hour while it lasts. **Warning**: it can wait for working hours; it is sent by email and webhook, and again every day. A single case (a dispute, an account) is sent once.

${parts.join('\n\n')}
`;
}

function entryOf(code: SignalCode, { severity, sentence, remedy }: Signal): string {
  const name = severity === 'critical' ? 'Critical' : 'Warning';
  return `### ${code}\n\n${name}. ${sentence}\n\n- **Do:** ${remedy}\n- **When:** ${whenOf(code)}`;
}

function whenOf(code: SignalCode): string {
  const { rule } = signals[code];
  switch (rule.kind) {
    case 'metric': {
      const lasting = rule.forMinutes === 0 ? '' : ` for ${minutes(rule.forMinutes)}`;
      return `\`${gaugeName(rule.metric)}\` is ${rule.atLeast} or more${lasting}. ${helpOf(rule.metric)}.`;
    }
    case 'event': {
      const lines = rule.lines.map((fields) =>
        Object.entries(fields)
          .map(([name, value]) => `\`${name}\` \`${value}\``)
          .join(' and '),
      );
      const often = rule.atLeast === 1 ? 'one log line' : `${rule.atLeast} log lines`;
      const apart = rule.countedBy === undefined ? '' : `, each \`${rule.countedBy}\` counted separately`;
      return `${often} with ${lines.join(', or with ')} within ${minutes(rule.minutes)}${apart} (\`${signalMetric(code)}\`).`;
    }
    case 'raised':
      return `found in a single case (\`${signalMetric(code)}\`).`;
    case 'absent':
      return `\`${livenessMetric}\` is absent for 5 minutes. Without Prometheus the heartbeat tells (\`ALERT_HEARTBEAT_URL\`).`;
  }
}

function helpOf(metric: MetricName): string {
  return signalMetrics[metric].help;
}

function minutes(count: number): string {
  return count === 1 ? 'a minute' : `${count} minutes`;
}
