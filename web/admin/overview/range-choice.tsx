import { useId } from 'react';

import type { OverviewRange } from '#contract/admin-overview.ts';

const names: readonly (readonly [OverviewRange, string])[] = [
  ['hour', 'Hour'],
  ['day', 'Day'],
  ['week', 'Week'],
  ['month', '30 days'],
  ['year', '400 days'],
];

type RangeChoiceProps = { readonly value: OverviewRange; readonly onChange: (range: OverviewRange) => void };

/** Selects a time range. */
export function RangeChoice({ value, onChange }: RangeChoiceProps) {
  const group = useId();
  return (
    <fieldset>
      <legend className="sr-only">Range</legend>
      <div className="flex flex-wrap gap-2">
        {names.map(([range, name]) => (
          <label
            key={range}
            className="flex min-h-9 cursor-pointer items-center rounded-full border border-control px-4 text-sm font-semibold has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={group}
              checked={range === value}
              onChange={() => onChange(range)}
              className="sr-only"
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
