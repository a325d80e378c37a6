import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, type DefaultValues, type FieldValues } from 'react-hook-form';

type Schema<Values extends FieldValues> = Parameters<typeof standardSchemaResolver<Values, unknown, Values>>[0];

/**
 * A form that checks itself with a schema of the contract: a field when it is left, from then on while it is changed,
 * and all of them on submit. Focus on the first fault is the form component's work, because it knows the page's order.
 */
export function useSchemaForm<Values extends FieldValues>(schema: Schema<Values>, defaults: DefaultValues<Values>) {
  return useForm<Values>({
    resolver: standardSchemaResolver(schema),
    defaultValues: defaults,
    mode: 'onTouched',
    shouldFocusError: false,
  });
}
