import type { ComponentProps } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { ChevronIcon } from '../icons.tsx';
import { Field } from './field.tsx';

/** The browser's select, styled like the other controls. */
export function Select({ className = '', ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select className={`${className} appearance-none pr-10`} {...rest} />
      <ChevronIcon className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted" />
    </span>
  );
}

type SelectFieldProps = ComponentProps<'select'> & {
  readonly label: string;
  readonly error: string | undefined;
  readonly registration: UseFormRegisterReturn;
};

/** A field for one of a few choices. */
export function SelectField({ label, error, registration, ...select }: SelectFieldProps) {
  return (
    <Field label={label} error={error}>
      {(aria) => <Select {...aria} {...select} {...registration} />}
    </Field>
  );
}
