import type { UseFormRegisterReturn } from 'react-hook-form';

import { radioClass } from './radio-class.ts';

type RadioGroupProps = {
  readonly legend: string;
  /** The values with their labels; the form's default is chosen. */
  readonly options: Readonly<Record<string, string>>;
  readonly registration: UseFormRegisterReturn;
};

/** One of a few answers, as radio buttons in a row. */
export function RadioGroup({ legend, options, registration }: RadioGroupProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {Object.entries(options).map(([value, label]) => (
          <label
            key={value}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-control bg-surface px-4 py-2.5 has-checked:border-brand has-checked:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
          >
            <input type="radio" value={value} {...registration} className={radioClass} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
