import { useId, useState } from 'react';

import type { OverviewReply, OverviewStep } from '#contract/admin-overview.ts';
import { Button } from '#web/ui/button.tsx';

import { formatAmount, formatCount, formatMicrodollars, formatSeconds } from '../format.ts';
import { overviewCopy } from '../overview-copy.ts';
import { costOf } from './money.ts';
import { stepNames } from './step-names.ts';

const copy = overviewCopy.figureTable;

const columns: readonly (readonly [string, (step: OverviewStep) => string])[] = [
  [copy.texts, ({ texts }) => formatCount(texts)],
  [copy.questions, ({ questions }) => formatCount(questions)],
  [copy.answered, ({ answered }) => formatCount(answered)],
  [copy.failed, ({ failed }) => formatCount(failed)],
  [copy.median, ({ p50Ms }) => formatSeconds(p50Ms)],
  [copy.p95, ({ p95Ms }) => formatSeconds(p95Ms)],
  [copy.p99, ({ p99Ms }) => formatSeconds(p99Ms)],
  [copy.delivered, ({ delivered }) => formatCount(delivered)],
  [copy.notDelivered, ({ undelivered }) => formatCount(undelivered)],
  [copy.segments, ({ segments }) => formatCount(segments)],
  [copy.optOuts, ({ optOuts }) => formatCount(optOuts)],
  [copy.cost, (step) => formatMicrodollars(costOf(step))],
  [copy.revenue, ({ revenue }) => formatAmount(revenue, 'usd')],
];

/** The data of all charts as a table, shown on demand, for screen readers and for copying. */
export function FigureTable({ data }: { data: OverviewReply }) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  return (
    <div>
      <Button variant="secondary" aria-expanded={isShown} aria-controls={id} onClick={() => setIsShown(!isShown)}>
        {isShown ? copy.hide : copy.show}
      </Button>
      <div id={id} hidden={!isShown} className="mt-4">
        {isShown && <Table data={data} />}
      </div>
    </div>
  );
}

function Table({ data }: { data: OverviewReply }) {
  const names = stepNames(data);
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      aria-label={copy.figuresOverTime}
      className="max-h-[36rem] overflow-auto rounded-lg border border-hairline bg-surface"
    >
      <table className="w-full text-right text-sm tabular-nums">
        <caption className="sr-only">{copy.caption(data.step)}</caption>
        <thead className="sticky top-0 bg-surface text-muted">
          <tr>
            <th scope="col" className="sticky left-0 bg-surface px-3 py-2 text-left font-medium">
              {copy.time}
            </th>
            {columns.map(([name]) => (
              <th key={name} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline">
          {data.steps.map((step, index) => (
            <tr key={step.at}>
              <th scope="row" className="sticky left-0 bg-surface px-3 py-1.5 text-left font-medium whitespace-nowrap">
                {names[index]}
              </th>
              {columns.map(([name, read]) => (
                <td key={name} className="px-3 py-1.5 whitespace-nowrap">
                  {read(step)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
