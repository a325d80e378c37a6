import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { cleanPhoneInput } from '#contract/us-phone-input.ts';

import * as copy from '../ui-copy.ts';
import { Field } from './field.tsx';

type PhoneFieldProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error: string | undefined;
  readonly registration: UseFormRegisterReturn;
  /** Cleans the input's value after each change; by default removes characters that are not part of a number. */
  readonly tidy?: (input: HTMLInputElement) => void;
};

function cleanUp(input: HTMLInputElement): void {
  const cleaned = cleanPhoneInput(input.value);
  // Writing the same value back would move the caret to the end.
  if (cleaned !== input.value) input.value = cleaned;
}

/**
 * A field for a US phone number after a visible +1. Accepts typed, pasted and autofilled numbers with or without a
 * country code.
 */
export function PhoneField({ label, hint, error, registration, tidy = cleanUp }: PhoneFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        <div className="flex rounded-md has-aria-invalid:*:border-danger has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-brand">
          <span className="inline-flex items-center rounded-l-md border border-r-0 border-control bg-tint px-3 font-medium">
            +1
          </span>
          <input
            {...aria}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            placeholder={copy.samplePhone}
            {...registration}
            onChange={(event) => {
              tidy(event.target);
              return registration.onChange(event);
            }}
            className={`${aria.className} rounded-l-none supports-[selector(:has(a))]:focus-visible:outline-none`}
          />
        </div>
      )}
    </Field>
  );
}
