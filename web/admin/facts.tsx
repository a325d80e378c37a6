import type { ReactNode } from 'react';

import { ShowList } from './desk/row-link.tsx';

type Fact = readonly [label: string, value: ReactNode];

/** A list of names and values, one per line; a dash for unknown values. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-hairline">
      {facts.map(([label, value]) => (
        <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-6 py-2.5 first:pt-0 last:pb-0">
          <dt className="text-muted">{label}</dt>
          <dd className="font-medium wrap-anywhere tabular-nums">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

export type FigureProps = {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  /** Opens the rows behind the figure. */
  readonly onOpen?: (() => void) | undefined;
  readonly tone?: 'plain' | 'good' | 'bad' | undefined;
};

const toneClass = { plain: 'text-ink', good: 'text-ok', bad: 'text-danger' } as const;

/** A grid of large figures. */
export function Figures({ figures }: { figures: readonly FigureProps[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(max(7.75rem,17%),1fr))] gap-3">
      {figures.map(({ label, value, note, onOpen, tone = 'plain' }) => (
        <div key={label} className="flex flex-col rounded-lg border border-hairline bg-surface p-4 sm:p-5">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className={`mt-1 text-lg font-semibold wrap-anywhere tabular-nums sm:text-xl ${toneClass[tone]}`}>
            {value}
          </dd>
          {note && <dd className="mt-1 text-sm text-muted">{note}</dd>}
          {onOpen && (
            <dd className="mt-auto pt-1 text-sm">
              <ShowList of={label} onClick={onOpen} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
