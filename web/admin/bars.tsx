import { deskCopy } from './desk-copy.ts';
import { ShowList } from './desk/row-link.tsx';
import { formatCount, formatShare } from './format.ts';

const copy = deskCopy.bars;

type Row = {
  readonly label: string;
  readonly note?: string | undefined;
  readonly count: number;
  /** Opens the rows behind the count. */
  readonly onOpen?: (() => void) | undefined;
};
type BarsProps = {
  readonly caption: string;
  /** The column heading of the counts. */
  readonly unit: string;
  readonly rows: readonly Row[];
  readonly empty: string;
};

/** A table of counts with bars, largest first. The bars are decorative. */
export function Bars({ caption, unit, rows, empty }: BarsProps) {
  const sorted = rows.toSorted((a, b) => b.count - a.count);
  const sum = sorted.reduce((total, { count }) => total + count, 0);
  const max = sorted[0]?.count ?? 0;
  if (sum === 0) return <p className="text-muted">{empty}</p>;
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{copy.name}</th>
          <th scope="col">{unit}</th>
          <th scope="col">{copy.share}</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ label, note, count, onOpen }) => (
          <tr key={label} className="align-top">
            <th scope="row" className="py-2 pr-4 font-normal">
              <span className="wrap-anywhere">{label}</span>
              {note && <span className="ml-2 text-sm text-muted">{note}</span>}
              {onOpen && (
                <span className="ml-2 text-sm">
                  <ShowList of={label} onClick={onOpen} />
                </span>
              )}
              <svg
                viewBox="0 0 100 1"
                preserveAspectRatio="none"
                className="mt-1 block h-1.5 w-full"
                aria-hidden="true"
              >
                <rect width="100" height="1" className="fill-tint" />
                <rect width={(100 * count) / max} height="1" className="fill-brand" />
              </svg>
            </th>
            <td className="py-2 text-right font-medium tabular-nums">{formatCount(count)}</td>
            <td className="w-18 py-2 text-right text-muted tabular-nums">{formatShare(count / sum)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Turns a map of counts into rows. @param lists what opens the rows behind some of them */
export function rowsOf(
  counts: Readonly<Record<string, number>>,
  name: (key: string) => string,
  lists: Readonly<Record<string, () => void>> = {},
): Row[] {
  return Object.entries(counts).map(([key, count]) => ({ label: name(key), count, onOpen: lists[key] }));
}
