import * as z from 'zod';

import type { StripeError } from './errors.ts';
import { invalid } from './errors.ts';
import type { Form } from './form.ts';

/** Stripe's general limit on a text parameter, in characters. */
const TEXT_MAX = 5_000;

/** Kinds of parameters. All are text on the wire; each schema checks the text and returns the value. */
export const text = (max: number = TEXT_MAX) =>
  z
    .string()
    .max(max, { error: ({ input }) => `Invalid string: ${short(input)}; must be at most ${max} characters` })
    .min(1, { error: 'empty' });
export const int = z
  .string()
  .regex(/^-?\d{1,15}$/, { error: ({ input }) => `Invalid integer: ${short(input)}` })
  .transform(Number);
export const bool = z.stringbool({
  truthy: ['true'],
  falsy: ['false'],
  case: 'sensitive',
  error: ({ input }) => (input === undefined ? undefined : `Invalid boolean: ${short(input)}`),
});
export const url = z
  .string()
  .max(TEXT_MAX)
  .refine(isHttpUrl, { error: 'Not a valid URL', params: { code: 'url_invalid' } });
export const timeRange = z.union([
  z.strictObject({ gt: int.optional(), gte: int.optional(), lt: int.optional(), lte: int.optional() }),
  int,
]);
/** Up to 50 pairs (API reference, "Metadata"). */
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((pairs) => Object.keys(pairs).length <= 50);
export const expand = z.array(text()).optional();
export const paging = {
  limit: int
    .refine((n) => n >= 1 && n <= 100, {
      error: ({ input }) => `Invalid integer: ${short(input)}; must be between 1 and 100`,
    })
    .optional(),
  starting_after: text().optional(),
  expand,
  ...notSimulated('ending_before'),
};
/** A parameter of which the sandbox emulates one value only. */
export const only = <const T extends string>(value: T) =>
  z.literal(value, { error: `The sandbox simulates the value ${value} only.` });
/** Parameters that Stripe has and the sandbox does not emulate: refused by name rather than ignored. */
export function notSimulated<const K extends string>(...names: readonly K[]) {
  const refused = z
    .custom<undefined>((value) => value === undefined, { error: 'The sandbox does not simulate this parameter.' })
    .optional();
  return Object.fromEntries(names.map((name) => [name, refused])) as Record<K, typeof refused>;
}
export type TimeRange = z.output<typeof timeRange>;

/**
 * Checks a decoded form against a call's parameters.
 * @throws StripeError 400 in Stripe's words for the first thing wrong, with `param` in bracket form
 */
export function parseParams<T extends z.ZodType>(schema: T, form: Form): z.output<T> {
  const result = schema.safeParse(form, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue ? refusal(issue, []) : invalid('Invalid request.');
}

type Issue = z.core.$ZodIssue;

function refusal(issue: Issue, outer: readonly PropertyKey[]): StripeError {
  const path = [...outer, ...issue.path];
  const param = bracketed(path);
  switch (issue.code) {
    case 'invalid_union': {
      // The last alternative is the plain form of the parameter.
      const inner = issue.errors.at(-1)?.[0];
      return inner ? refusal(inner, path) : invalid(`Invalid ${param}`, { param });
    }
    case 'unrecognized_keys':
      return unknown(issue.keys.map((key) => bracketed([...path, key])));
    case 'invalid_value':
      if (issue.input === undefined) return required(param);
      return invalid(`Invalid ${param}: must be one of ${issue.values.map(String).join(', ')}`, { param });
    case 'invalid_type':
      if (issue.input === undefined) return required(param);
      return invalid(`Invalid ${issue.expected === 'record' ? 'object' : issue.expected}`, { param });
    case 'too_small':
      return emptied(param);
    default: {
      const code = issue.code === 'custom' ? issue.params?.['code'] : undefined;
      const known = typeof code === 'string' ? code : codeOf(issue.message);
      return invalid(issue.message, { param, ...(known !== undefined && { code: known }) });
    }
  }
}

function unknown(params: readonly string[]): StripeError {
  const [param = ''] = params;
  return invalid(`Received unknown parameter${params.length > 1 ? 's' : ''}: ${params.join(', ')}`, {
    code: 'parameter_unknown',
    param,
  });
}

function required(param: string): StripeError {
  return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

function emptied(param: string): StripeError {
  return invalid(
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
    { code: 'parameter_invalid_empty', param },
  );
}

function codeOf(message: string): string | undefined {
  return message.startsWith('Invalid integer') ? 'parameter_invalid_integer' : undefined;
}

function bracketed(path: readonly PropertyKey[]): string {
  const [head = '', ...rest] = path.map(String);
  return head + rest.map((part) => `[${part}]`).join('');
}

function isHttpUrl(value: string): boolean {
  const parsed = URL.parse(value.replaceAll('{CHECKOUT_SESSION_ID}', 'cs'));
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:';
}

function short(input: unknown): string {
  return typeof input === 'string' ? input.slice(0, 40) : typeof input;
}

/** Whether `seconds` is within a filter such as `created`. */
export function inRange(seconds: number, range: TimeRange | undefined): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return seconds === range;
  const { gt, gte, lt, lte } = range;
  return (
    (gt === undefined || seconds > gt) &&
    (gte === undefined || seconds >= gte) &&
    (lt === undefined || seconds < lt) &&
    (lte === undefined || seconds <= lte)
  );
}
