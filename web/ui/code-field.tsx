import type { ChangeEvent, ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { digitsOf } from '#contract/us-phone-input.ts';
import { CODE_DIGITS } from '#contract/verification-code.ts';

import { Field } from './field.tsx';

type CodeFieldProps = {
  readonly hint?: ReactNode;
  readonly error: string | undefined;
  readonly registration: UseFormRegisterReturn;
  /** Called when a whole code was pasted or filled in; typing leaves the sending to the person. */
  readonly onComplete?: () => void;
};

/** How a browser names a change that was not typed; an autofill often has no name at all. */
const notTyped = new Set(['insertFromPaste', 'insertReplacementText']);

/** One field for a verification code. Takes "123 456" and "123-456" as well. */
export function CodeField({ hint, error, registration, onComplete }: CodeFieldProps) {
  function change(event: ChangeEvent<HTMLInputElement>): Promise<void | boolean> {
    const digits = digitsOf(event.target.value).slice(0, CODE_DIGITS);
    if (digits !== event.target.value) event.target.value = digits;
    const changed = registration.onChange(event);
    const { inputType } = event.nativeEvent as InputEvent;
    if (digits.length === CODE_DIGITS && notTyped.has(inputType)) onComplete?.();
    return changed;
  }

  return (
    <Field label="Verification code" hint={hint} error={error}>
      {(aria) => (
        <input
          {...aria}
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="000000"
          {...registration}
          onChange={change}
          className={`${aria.className} max-w-48 text-lg font-semibold tracking-[0.3em] tabular-nums placeholder:opacity-50`}
        />
      )}
    </Field>
  );
}
