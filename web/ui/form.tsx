import type { FormEvent, ReactNode } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';

type FormProps<Values extends FieldValues> = {
  /**
   * The page's own address. A form that is sent before the script runs must neither lose nor show what was typed: it
   * goes out as a POST, and the server leads back without reading it.
   */
  readonly action: string;
  readonly label: string;
  readonly errors: FieldErrors<Values>;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  readonly children: ReactNode;
};

/** A form with its faults listed above it when there are many. */
export function Form<Values extends FieldValues>({ action, label, errors, onSubmit, children }: FormProps<Values>) {
  return (
    <form
      noValidate
      method="post"
      action={action}
      aria-label={label}
      className="space-y-5"
      onSubmit={(event) => void onSubmit(event)}
    >
      <p data-needs-no-js className="rounded-md bg-warn-tint p-4 text-warn">
        This form needs JavaScript, which this browser does not run.
      </p>
      <ErrorSummary errors={errors} />
      {children}
    </form>
  );
}

/** From this many faults on, a list at the top helps more than it disturbs. */
const SUMMARY_FROM = 3;

function ErrorSummary<Values extends FieldValues>({ errors }: { errors: FieldErrors<Values> }) {
  const faults = Object.entries(errors).flatMap(([name, error]) => {
    const { message, ref } = (error ?? {}) as { message?: string; ref?: { focus?: () => void } };
    return message ? [{ name, message, focus: () => ref?.focus?.() }] : [];
  });
  if (faults.length < SUMMARY_FROM) return null;
  return (
    <div role="alert" className="rounded-md border border-danger bg-danger-tint p-4">
      <h2 className="text-base text-danger">Please check these fields</h2>
      <ul className="mt-1 list-disc pl-5 text-sm">
        {faults.map(({ name, message, focus }) => (
          <li key={name}>
            <button type="button" onClick={focus} className="min-h-6 text-left text-ink underline">
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
