import { useId, type ComponentProps, type ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { AlertIcon } from '../icons.tsx';
import * as copy from '../ui-copy.ts';
import { controlClass } from './control-class.ts';

/** Attributes that connect a control with its label, hint and error. */
export type ControlAria = {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly className: string;
};

type FieldProps = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly isOptional?: boolean;
  readonly children: (aria: ControlAria) => ReactNode;
};

/** A control with its label, hint and error, connected for screen readers. */
export function Field({ label, hint, error, isOptional = false, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : '';
  const errorId = error ? `${id}-error` : '';
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label} {isOptional && <span className="font-normal text-muted">{copy.optional}</span>}
      </label>
      {hint && (
        <p id={hintId} className="mb-2 text-sm text-muted">
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': `${hintId} ${errorId}`.trim() || undefined,
        className: controlClass,
      })}
      <FieldError id={errorId} message={error} />
    </div>
  );
}

type TextFieldProps = ComponentProps<'input'> & {
  readonly label: string;
  readonly isOptional?: boolean;
  readonly error: string | undefined;
  readonly registration: UseFormRegisterReturn;
};

/** A field for one line of text. */
export function TextField({ label, isOptional = false, error, registration, ...input }: TextFieldProps) {
  return (
    <Field label={label} isOptional={isOptional} error={error}>
      {(aria) => <input {...aria} {...input} {...registration} />}
    </Field>
  );
}

/** The error message below a control, if any. */
export function FieldError({ id, message }: { readonly id: string; readonly message: string | undefined }) {
  if (!message) return null;
  return (
    <p id={id} className="mt-1.5 flex items-start gap-1.5 text-sm font-medium text-danger">
      <AlertIcon className="mt-0.5 size-4" />
      <span>{message}</span>
    </p>
  );
}
