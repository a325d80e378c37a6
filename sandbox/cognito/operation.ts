import type * as z from 'zod';

import type { Pool } from './pool.ts';

/** One operation: its name, who may call it, its input and its work. */
export type Operation = {
  readonly name: string;
  /** `signed` operations require a SigV4 signature. */
  readonly access: 'public' | 'signed';
  readonly input: z.ZodType;
  readonly run: (pool: Pool, input: never) => object | Promise<object>;
};

type Definition<T extends z.ZodType> = Omit<Operation, 'input' | 'run'> & {
  readonly input: T;
  readonly run: (pool: Pool, input: z.output<T>) => object | Promise<object>;
};

/** Types `run` by the operation's input. */
export function operation<T extends z.ZodType>(definition: Definition<T>): Operation {
  return definition;
}
