import { useId } from 'react';

import { type OverviewRange, overviewRanges } from '#contract/admin-overview.ts';

import { deskCopy } from '../desk-copy.ts';

const copy = deskCopy.rangeChoice;
const ranges = Object.keys(overviewRanges) as OverviewRange[];

type RangeChoiceProps = { readonly value: OverviewRange; readonly onChange: (range: OverviewRange) => void };

/** Selects a time range. */
export function RangeChoice({ value, onChange }: RangeChoiceProps) {
  const group = useId();
  return (
    <fieldset>
      <legend className="sr-only">{copy.range}</legend>
      <div className="flex flex-wrap gap-2">
        {ranges.map((range) => (
          <label key={range} className="cursor-pointer">
            <input
              type="radio"
              name={group}
              checked={range === value}
              onChange={() => onChange(range)}
              className="peer sr-only"
            />
            {/* Not styled by `:has()`, which Firefox knows since 121: the radio button itself is not seen. */}
            <span className="flex min-h-9 items-center rounded-full border border-control px-4 text-sm font-semibold peer-checked:border-brand peer-checked:bg-brand peer-checked:text-on-brand peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-brand">
              {copy.names[range]}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
