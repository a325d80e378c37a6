import type * as z from 'zod';

import type { Pool } from './pool.ts';

/** One call: the members that it takes, and what it answers with. */
export type Operation = {
  readonly name: string;
  /** `signed` calls are the account owner's: AWS wants a SigV4 signature on them. */
  readonly access: 'public' | 'signed';
  readonly input: z.ZodType;
  readonly run: (pool: Pool, input: never) => object | Promise<object>;
};

type Definition<T extends z.ZodType> = Omit<Operation, 'input' | 'run'> & {
  readonly input: T;
  readonly run: (pool: Pool, input: z.output<T>) => object | Promise<object>;
};

/** Ties the members that a call checks to those that its work gets. */
export function operation<T extends z.ZodType>(definition: Definition<T>): Operation {
  return definition;
}
