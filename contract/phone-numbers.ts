import * as z from 'zod/mini';

/** ITU-T E.164: a plus sign, then 8 to 15 digits that do not start with 0. */
export const e164 = z.string().check(z.regex(/^\+[1-9]\d{7,14}$/));
