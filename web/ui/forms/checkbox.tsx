import { useId, type ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { FieldError } from './field.tsx';

type CheckboxProps = {
  readonly label: ReactNode;
  readonly error?: string | undefined;
  readonly registration: UseFormRegisterReturn;
};

/** A checkbox whose label is part of the click target. */
export function Checkbox({ label, error, registration }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...registration}
          className="mt-0.5 size-6 shrink-0 scroll-mt-28 appearance-none rounded-[4px] border border-control bg-surface accent-brand checked:appearance-auto aria-invalid:border-danger sm:scroll-mt-8"
        />
        <label htmlFor={id} className="min-h-6 leading-normal">
          {label}
        </label>
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}
