import type { ChangeEvent, ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { digitsOf } from '#contract/us-phone-input.ts';
import { CODE_DIGITS } from '#contract/verification-code.ts';

import * as copy from '../ui-copy.ts';
import { Field } from './field.tsx';

type CodeFieldProps = {
  readonly hint?: ReactNode;
  readonly error: string | undefined;
  readonly registration: UseFormRegisterReturn;
  /** Called when a complete code was pasted or autofilled; after typing, the user submits the form. */
  readonly onComplete?: () => void;
};

/** Input types of changes that were not typed; autofill often has none. */
const notTyped: ReadonlySet<string | undefined> = new Set(['insertFromPaste', 'insertReplacementText', '', undefined]);

/** A field for a verification code. Also accepts "123 456" and "123-456". */
export function CodeField({ hint, error, registration, onComplete }: CodeFieldProps) {
  function change(event: ChangeEvent<HTMLInputElement>): Promise<void | boolean> {
    const digits = digitsOf(event.target.value).slice(0, CODE_DIGITS);
    if (digits !== event.target.value) event.target.value = digits;
    const changed = registration.onChange(event);
    const { inputType } = event.nativeEvent as Partial<InputEvent>;
    if (digits.length === CODE_DIGITS && notTyped.has(inputType)) onComplete?.();
    return changed;
  }

  return (
    <Field label={copy.verificationCode} hint={hint} error={error}>
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
