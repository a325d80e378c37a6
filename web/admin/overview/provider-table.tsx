import type { ProviderFigures } from '#contract/admin-overview.ts';

import { formatCount, formatMicrodollars, formatSeconds, formatShare } from '../format.ts';
import { overviewWords } from '../overview-words.ts';

const words = overviewWords.providerTable;

const columns: readonly (readonly [string, (figures: ProviderFigures) => string])[] = [
  [words.answers, ({ answers }) => formatCount(answers)],
  [words.share, ({ share }) => formatShare(share)],
  [words.meanTime, ({ meanMs }) => formatSeconds(meanMs)],
  [words.cost, ({ cost }) => formatMicrodollars(cost)],
  [words.failed, ({ failed }) => formatCount(failed)],
  [words.overtaken, ({ overtaken }) => formatCount(overtaken)],
];

/** Share, time and cost of each answer provider. */
export function ProviderTable({ providers }: { readonly providers: readonly ProviderFigures[] }) {
  if (providers.length === 0) return <p className="text-muted">{words.none}</p>;
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      aria-label={words.figures}
      className="overflow-x-auto"
    >
      <table className="w-full text-right tabular-nums">
        <caption className="sr-only">{words.answerProviders}</caption>
        <thead>
          <tr className="text-sm text-muted">
            <th scope="col" className="py-2 text-left font-medium">
              {words.provider}
            </th>
            {columns.map(([name]) => (
              <th key={name} scope="col" className="py-2 pl-4 font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline">
          {providers.map((figures) => (
            <tr key={figures.provider}>
              <th scope="row" className="py-2 text-left font-medium">
                {words.names[figures.provider]}
              </th>
              {columns.map(([name, read]) => (
                <td key={name} className="py-2 pl-4 whitespace-nowrap">
                  {read(figures)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
