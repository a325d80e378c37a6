import { useId, useState } from 'react';

import type { OverviewReply, OverviewStep } from '#contract/admin-overview.ts';
import { Button } from '#web/ui/button.tsx';

import { formatAmount, formatCount, formatMicrodollars, formatSeconds } from '../format.ts';
import { overviewWords } from '../overview-words.ts';
import { costOf } from './money.ts';
import { stepNames } from './step-names.ts';

const words = overviewWords.figureTable;

const columns: readonly (readonly [string, (step: OverviewStep) => string])[] = [
  [words.texts, ({ texts }) => formatCount(texts)],
  [words.questions, ({ questions }) => formatCount(questions)],
  [words.answered, ({ answered }) => formatCount(answered)],
  [words.failed, ({ failed }) => formatCount(failed)],
  [words.median, ({ p50Ms }) => formatSeconds(p50Ms)],
  [words.p95, ({ p95Ms }) => formatSeconds(p95Ms)],
  [words.p99, ({ p99Ms }) => formatSeconds(p99Ms)],
  [words.delivered, ({ delivered }) => formatCount(delivered)],
  [words.notDelivered, ({ undelivered }) => formatCount(undelivered)],
  [words.segments, ({ segments }) => formatCount(segments)],
  [words.optOuts, ({ optOuts }) => formatCount(optOuts)],
  [words.cost, (step) => formatMicrodollars(costOf(step))],
  [words.revenue, ({ revenue }) => formatAmount(revenue, 'usd')],
];

/** The data of all charts as a table, shown on demand, for screen readers and for copying. */
export function FigureTable({ data }: { data: OverviewReply }) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  return (
    <div>
      <Button variant="secondary" aria-expanded={isShown} aria-controls={id} onClick={() => setIsShown(!isShown)}>
        {isShown ? words.hide : words.show}
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
      aria-label={words.figuresOverTime}
      className="max-h-[36rem] overflow-auto rounded-lg border border-hairline bg-surface"
    >
      <table className="w-full text-right text-sm tabular-nums">
        <caption className="sr-only">{words.caption(data.step)}</caption>
        <thead className="sticky top-0 bg-surface text-muted">
          <tr>
            <th scope="col" className="sticky left-0 bg-surface px-3 py-2 text-left font-medium">
              {words.time}
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
