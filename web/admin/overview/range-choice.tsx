import { useId } from 'react';

import { type OverviewRange, overviewRanges } from '#contract/admin-overview.ts';

import { deskWords } from '../desk-words.ts';

const words = deskWords.rangeChoice;
const ranges = Object.keys(overviewRanges) as OverviewRange[];

type RangeChoiceProps = { readonly value: OverviewRange; readonly onChange: (range: OverviewRange) => void };

/** Selects a time range. */
export function RangeChoice({ value, onChange }: RangeChoiceProps) {
  const group = useId();
  return (
    <fieldset>
      <legend className="sr-only">{words.range}</legend>
      <div className="flex flex-wrap gap-2">
        {ranges.map((range) => (
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
            {words.names[range]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
