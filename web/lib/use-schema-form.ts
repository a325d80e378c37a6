import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form';

import { useFirstTouch } from './use-first-touch.ts';

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };
type Schema<Values> = {
  readonly safeParse: (
    values: unknown,
  ) =>
    | { readonly success: true; readonly data: Values }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
};

/** A schema, or how to get one that comes while the form is being filled in. */
type Source<Values> = Schema<Values> | (() => Promise<Schema<Values>>);

/**
 * A form that checks itself with a schema of the contract: a field when it is left, from then on while it is changed,
 * and all of them on submit. Focus on the first fault is the form component's work, because it knows the page's order.
 */
export function useSchemaForm<Values extends FieldValues>(source: Source<Values>, defaults: DefaultValues<Values>) {
  useFirstTouch(typeof source === 'function' ? source : undefined);
  return useForm<Values>({
    resolver: resolverOf(source),
    defaultValues: defaults,
    mode: 'onTouched',
    shouldFocusError: false,
  });
}

/** For `useSubmit`: puts what the server says about a field beside it, where the form has that field. */
export function fieldSetter<Values extends FieldValues>(form: UseFormReturn<Values>) {
  return function setField(name: string, message: string): boolean {
    if (!(name in form.getValues())) return false;
    form.setError(name as Path<Values>, { message });
    return true;
  };
}

/** Forms here are flat, so the library's own resolver, which can do trees, would be weight for nothing. */
function resolverOf<Values extends FieldValues>(source: Source<Values>): Resolver<Values> {
  return async function resolve(values, _context, { fields }) {
    // Without its rules the form goes out as it is: the server checks it anyway, and says what is wrong.
    const schema = typeof source === 'function' ? await source().catch(() => null) : source;
    if (schema === null) return { values, errors: {} };
    const result = schema.safeParse(values);
    if (result.success) return { values: result.data, errors: {} };
    const known = fields as Readonly<Record<string, { readonly ref: unknown } | undefined>>;
    const errors: Record<string, unknown> = {};
    for (const { path, message } of result.error.issues) {
      const name = String(path[0]);
      errors[name] ??= { type: 'schema', message, ref: known[name]?.ref };
    }
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
