import { useState } from 'react';

import { Card } from '#web/ui/card.tsx';

import { ShowList } from '../desk/row-link.tsx';
import { overviewCopy } from '../overview-copy.ts';
import { barsPath, CHART_HEIGHT, highest, linePath, niceMax, type Values } from './chart-paths.ts';

const copy = overviewCopy.timeChart;

const tones = {
  brand: { shape: 'fill-brand stroke-brand', swatch: 'border-brand', dash: undefined },
  accent: { shape: 'fill-accent stroke-accent', swatch: 'border-accent', dash: undefined },
  danger: { shape: 'fill-danger stroke-danger', swatch: 'border-danger', dash: undefined },
  quiet: { shape: 'fill-control stroke-control', swatch: 'border-control border-dotted', dash: '2 3' },
} as const;

export type Series = {
  readonly name: string;
  readonly tone: keyof typeof tones;
  readonly values: Values;
  /** The figure of the whole range where it is not the sum of the values. */
  readonly total?: number | null;
};

type TimeChartProps = {
  readonly title: string;
  /** Bars are stacked; lines are compared. */
  readonly kind: 'bars' | 'lines';
  /** Labels of the steps, oldest first. */
  readonly steps: readonly string[];
  readonly series: readonly Series[];
  readonly format: (value: number | null) => string;
  /** Formats the axis maximum. */
  readonly formatMax: (value: number) => string;
  /** Opens the rows behind the chart. */
  readonly onOpen?: () => void;
};

/**
 * A chart of values over time, with the figures of the whole range above it. Hovering, dragging or the arrow keys show a
 * step's values instead: a slider covers the drawing, so touch, keyboard and screen readers work alike.
 */
export function TimeChart({ title, kind, steps, series, format, formatMax, onOpen }: TimeChartProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const last = steps.length - 1;
  const at = Math.min(pointed ?? last, last);
  const values = series.map(({ name, values }) => `${name} ${format(values[at] ?? null)}`);
  return (
    <Card
      title={title}
      corner={
        <span className="flex items-center gap-3 text-sm text-muted tabular-nums">
          {pointed === null ? copy.wholeRange : steps[at]}
          {onOpen && <ShowList of={title} onClick={onOpen} />}
        </span>
      }
    >
      <Legend series={series} at={pointed === null ? null : at} format={format} />
      <div className="relative mt-3 h-36 rounded-sm has-focus-visible:outline-3 has-focus-visible:outline-offset-4 has-focus-visible:outline-brand">
        <Drawing kind={kind} series={series} formatMax={formatMax} count={steps.length} />
        {pointed !== null && (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 w-px bg-ink opacity-50"
            style={{ left: `${((at + 0.5) / steps.length) * 100}%` }}
          />
        )}
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          aria-label={copy.pointInTime(title)}
          aria-valuetext={`${steps[at]}: ${values.join(', ')}`}
          onChange={(event) => setPointed(Number(event.target.value))}
          onPointerMove={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect();
            setPointed(Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * steps.length))));
          }}
          onPointerLeave={() => setPointed(null)}
          onBlur={() => setPointed(null)}
          className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
        />
      </div>
      <div aria-hidden="true" className="mt-1.5 flex justify-between gap-3 text-sm text-muted">
        <span>{steps[0]}</span>
        <span className="text-right">{steps[last]}</span>
      </div>
    </Card>
  );
}

type LegendProps = Pick<TimeChartProps, 'series' | 'format'> & {
  /** The step whose values are shown; null for the whole range. */
  readonly at: number | null;
};

function Legend({ series, at, format }: LegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {series.map(({ name, tone, values, total = sumOf(values) }) => (
        <li key={name} className="flex items-center gap-2">
          <span aria-hidden="true" className={`w-4 border-t-4 ${tones[tone].swatch}`} />
          <span className="text-muted">{name}</span>
          <span className="font-semibold tabular-nums">{format(at === null ? total : (values[at] ?? null))}</span>
        </li>
      ))}
    </ul>
  );
}

function sumOf(values: Values): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

type DrawingProps = Pick<TimeChartProps, 'kind' | 'series' | 'formatMax'> & { readonly count: number };

function Drawing({ kind, series, formatMax, count }: DrawingProps) {
  const all = series.map(({ values }) => values);
  const top = highest(all, kind === 'bars');
  const max = niceMax(top);
  return (
    <div aria-hidden="true" className="absolute inset-0">
      <svg viewBox={`0 0 ${count} ${CHART_HEIGHT}`} preserveAspectRatio="none" className="size-full overflow-visible">
        {[0, 50, 100].map((y) => (
          <path key={y} d={`M0 ${y}H${count}`} vectorEffect="non-scaling-stroke" className="stroke-hairline" />
        ))}
        {series.map(({ name, tone, values }, index) =>
          kind === 'bars' ? (
            <path
              key={name}
              d={barsPath(values, all.slice(0, index), max)}
              className={tones[tone].shape}
              strokeWidth="0"
            />
          ) : (
            <path
              key={name}
              d={linePath(values, max)}
              vectorEffect="non-scaling-stroke"
              className={tones[tone].shape}
              style={{ fill: 'none' }}
              strokeWidth="2"
              strokeLinejoin="round"
              strokeDasharray={tones[tone].dash}
            />
          ),
        )}
      </svg>
      <span className="absolute top-0.5 left-0 rounded-sm bg-surface/80 pr-1 text-sm leading-none text-muted">
        {top > 0 && formatMax(max)}
      </span>
    </div>
  );
}
