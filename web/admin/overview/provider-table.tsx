import type { ProviderFigures } from '#contract/admin-overview.ts';

import { formatCount, formatMicrodollars, formatSeconds, formatShare } from '../format.ts';
import { overviewCopy } from '../overview-copy.ts';

const copy = overviewCopy.providerTable;

const rows: readonly (readonly [string, (figures: ProviderFigures) => string])[] = [
  [copy.answers, ({ answers }) => formatCount(answers)],
  [copy.share, ({ share }) => formatShare(share)],
  [copy.meanTime, ({ meanMs }) => formatSeconds(meanMs)],
  [copy.cost, ({ cost }) => formatMicrodollars(cost)],
  [copy.failed, ({ failed }) => formatCount(failed)],
  [copy.overtaken, ({ overtaken }) => formatCount(overtaken)],
];

/** Share, time and cost of each answer provider: one column each, so that all of it fits on a phone. */
export function ProviderTable({ providers }: { readonly providers: readonly ProviderFigures[] }) {
  if (providers.length === 0) return <p className="text-muted">{copy.none}</p>;
  return (
    <table className="w-full max-w-xl text-right tabular-nums">
      <caption className="sr-only">{copy.answerProviders}</caption>
      <thead>
        <tr className="text-sm text-muted">
          <th scope="col" className="sr-only">
            {copy.provider}
          </th>
          {providers.map(({ provider }) => (
            <th key={provider} scope="col" className="pb-2 pl-4 font-medium">
              {copy.names[provider]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-hairline">
        {rows.map(([name, read]) => (
          <tr key={name}>
            <th scope="row" className="py-2 text-left font-normal text-muted">
              {name}
            </th>
            {providers.map((figures) => (
              <td key={figures.provider} className="py-2 pl-4 font-medium">
                {read(figures)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
