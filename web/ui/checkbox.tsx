import { useId, type ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { FieldError } from './field.tsx';

type CheckboxProps = {
  readonly label: ReactNode;
  readonly error?: string | undefined;
  readonly registration: UseFormRegisterReturn;
};

/** A box to tick, with a target that includes its words. */
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
          className="mt-0.5 size-6 shrink-0 accent-brand"
        />
        <label htmlFor={id} className="min-h-6 text-sm leading-normal">
          {label}
        </label>
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}
