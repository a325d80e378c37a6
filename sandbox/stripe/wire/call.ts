import type * as z from 'zod';

import type { World } from '../world.ts';

/** One call of the API: its parameters, and what it answers with. */
export type ApiCall = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Fastify's path; at most one `:id`. */
  readonly path: string;
  /** The official client's name of it, e.g. `customers.create`: faults pick calls by it. */
  readonly name: string;
  readonly params: z.ZodType;
  readonly answer: (world: World, params: never, id: string) => object;
};

type Definition<T extends z.ZodType> = Omit<ApiCall, 'params' | 'answer'> & {
  readonly params: T;
  readonly answer: (world: World, params: z.output<T>, id: string) => object;
};

/** Ties the parameters that a call checks to those that its answer gets. */
export function call<T extends z.ZodType>(definition: Definition<T>): ApiCall {
  return definition;
}
