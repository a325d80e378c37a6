import type * as z from 'zod';

import type { Account } from '../account.ts';

/** One API call: its parameters and its answer. */
export type ApiCall = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Fastify's path; at most one `:id`. */
  readonly path: string;
  /** The official client's name for it, e.g. `customers.create`, by which faults select calls. */
  readonly name: string;
  readonly params: z.ZodType;
  readonly answer: (account: Account, params: never, id: string) => object;
};

type Definition<T extends z.ZodType> = Omit<ApiCall, 'params' | 'answer'> & {
  readonly params: T;
  readonly answer: (account: Account, params: z.output<T>, id: string) => object;
};

/** Types `answer` by the call's parameters. */
export function call<T extends z.ZodType>(definition: Definition<T>): ApiCall {
  return definition;
}
