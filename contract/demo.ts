import * as z from 'zod/mini';

/** Refuses a question longer than seven texts. */
export const DEMO_QUERY_CHARS_MAX = 500;

export const DemoSearchBody = z.object({
  query: z.string().check(z.trim(), z.minLength(1), z.maxLength(DEMO_QUERY_CHARS_MAX)),
});
export type DemoSearchBody = z.infer<typeof DemoSearchBody>;

export const DemoSearchReply = z.object({
  response: z.string(),
  /** Words of danger use no free search. */
  isFree: z.optional(z.boolean()),
});
export type DemoSearchReply = z.infer<typeof DemoSearchReply>;
