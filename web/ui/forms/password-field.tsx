import { useState, type KeyboardEvent, type ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import * as copy from '../ui-copy.ts';
import { Field } from './field.tsx';

type PasswordFieldProps = {
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly error: string | undefined;
  readonly registration: UseFormRegisterReturn;
  /** The id of what else describes the field, such as its rules. */
  readonly describedBy?: string;
  readonly children?: ReactNode;
};

/** A password field that can be shown, pasted into and autofilled, and warns about Caps Lock. */
export function PasswordField({ label, autoComplete, error, registration, describedBy, children }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const [hasCaps, setHasCaps] = useState(false);
  const watchCaps = (event: KeyboardEvent) => setHasCaps(event.getModifierState('CapsLock'));

  return (
    <div>
      <Field label={label} error={error}>
        {(aria) => (
          <div className="relative">
            <input
              {...aria}
              aria-describedby={[aria['aria-describedby'], describedBy].filter(Boolean).join(' ') || undefined}
              type={isShown ? 'text' : 'password'}
              autoComplete={autoComplete}
              autoCapitalize="none"
              spellCheck={false}
              onKeyUp={watchCaps}
              {...registration}
              className={`${aria.className} pr-20`}
            />
            <button
              type="button"
              aria-pressed={isShown}
              onClick={() => setIsShown(!isShown)}
              className="absolute inset-y-1 right-1 rounded-sm px-3 text-sm font-semibold text-brand hover:bg-tint aria-pressed:bg-tint"
            >
              {copy.show}
              <span className="sr-only"> {copy.password}</span>
            </button>
          </div>
        )}
      </Field>
      <p aria-live="polite" className="text-sm text-warn">
        {hasCaps && copy.capsLock}
      </p>
      {children}
    </div>
  );
}
