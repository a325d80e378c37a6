import { useEffect } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type SubmitErrorHandler,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';

import type { FailureCopy } from '#web/lib/api/failure.ts';
import { useFirstTouch } from '#web/lib/use-first-touch.ts';

import { useSubmit } from './use-submit.ts';

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };
type Schema<Values> = {
  readonly safeParse: (
    values: unknown,
  ) =>
    | { readonly success: true; readonly data: Values }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
};

/** A schema, or a function that loads it while the form is being filled in. */
type Source<Values> = Schema<Values> | (() => Promise<Schema<Values>>);

/**
 * A form validated by a schema of the contract: each field on blur, after that on every change, and all fields on
 * submit. `Form` focuses the first error, because it knows the order of the fields on the page.
 */
export function useSchemaForm<Values extends FieldValues>(source: Source<Values>, defaults: DefaultValues<Values>) {
  useFirstTouch(typeof source === 'function' ? source : undefined);
  const form = useForm<Values>({
    resolver: resolverOf(source),
    defaultValues: defaults,
    mode: 'onTouched',
    shouldFocusError: false,
  });
  useTrueErrors(form);
  return form;
}

/**
 * Checks the fields with an error again when another field changes, on which it may depend: a password that was
 * corrected, a message that need not be written. What the server found stays.
 */
function useTrueErrors<Values extends FieldValues>({
  subscribe,
  getValues,
  getFieldState,
  trigger,
}: UseFormReturn<Values>) {
  useEffect(() => {
    return subscribe({
      formState: { values: true },
      callback({ name: changed }) {
        if (changed === undefined) return;
        const names = Object.keys(getValues()) as Path<Values>[];
        const wrong = names.filter((name) => name !== changed && getFieldState(name).error?.type === SCHEMA);
        if (wrong.length > 0) void trigger(wrong);
      },
    });
  }, [subscribe, getValues, getFieldState, trigger]);
}

/** The type of errors that the schema found. */
const SCHEMA = 'schema';

/** What a field component needs to show and check one value of a form. */
export type SchemaField<Values extends FieldValues> = (name: Path<Values>) => {
  readonly error: string | undefined;
  readonly registration: UseFormRegisterReturn;
};

type SubmitFormOptions<Values extends FieldValues> = FailureCopy & {
  readonly schema: Source<Values>;
  readonly defaults: DefaultValues<Values>;
  /** Receives validated values. A failure is shown at its field or above the buttons. */
  readonly send: (values: Values) => Promise<void>;
  readonly onInvalid?: SubmitErrorHandler<Values>;
  readonly onBusy?: (isBusy: boolean) => void;
};

/**
 * A form of the contract together with its submission: `formProps` are for `Form`, `field(name)` for one of its fields.
 * @param options `title` and `fallback` describe a failure that the server does not explain
 */
export function useSubmitForm<Values extends FieldValues>(options: SubmitFormOptions<Values>) {
  const { schema, defaults, send, onInvalid, ...rest } = options;
  const form = useSchemaForm<Values>(schema, defaults);
  const { isPending, failure, submit } = useSubmit(send, { ...rest, setField: fieldSetter(form) });
  const { errors } = form.formState;
  return {
    form,
    isPending,
    formProps: { state: form.formState, onSubmit: form.handleSubmit(submit, onInvalid), failure, isPending },
    field: ((name) => ({
      error: (errors[name] as { message?: string } | undefined)?.message,
      registration: form.register(name),
    })) satisfies SchemaField<Values>,
  };
}

/** Shows the server's message about a field at that field, if the form has it. */
function fieldSetter<Values extends FieldValues>(form: UseFormReturn<Values>) {
  return function setField(name: string, message: string): boolean {
    if (!(name in form.getValues())) return false;
    form.setError(name as Path<Values>, { message });
    return true;
  };
}

/** All forms are flat, so this resolver is much smaller than the library's own, which supports trees. */
function resolverOf<Values extends FieldValues>(source: Source<Values>): Resolver<Values> {
  return async function resolve(values, _context, { fields }) {
    // If the schema cannot be loaded, submit without validation: the server validates anyway and reports errors.
    const schema = typeof source === 'function' ? await source().catch(() => null) : source;
    if (schema === null) return { values, errors: {} };
    const result = schema.safeParse(values);
    if (result.success) return { values: result.data, errors: {} };
    const known = fields as Readonly<Record<string, { readonly ref: unknown } | undefined>>;
    const errors: Record<string, unknown> = {};
    for (const { path, message } of result.error.issues) {
      const name = String(path[0]);
      errors[name] ??= { type: SCHEMA, message, ref: known[name]?.ref };
    }
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
