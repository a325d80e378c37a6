import * as z from 'zod/mini';

/** Whether follow-ups are understood (docs/decisions/0039-ten-minutes-of-memory.md): what is asked for, and what is. */
export const Memory = z.object({ isOn: z.boolean() });
export type Memory = z.infer<typeof Memory>;
