/** The work of one argon2id hash: memory in KiB, and the passes over it. */
export type PasswordCost = { readonly memoryKib: number; readonly passes: number };

/**
 * OWASP's first choice for argon2id (Password Storage Cheat Sheet): 19 MiB, 2 passes; about 20 ms. Products within a
 * test process use a cheaper one (vitest.config.ts).
 */
export const passwordCost: PasswordCost = { memoryKib: 19_456, passes: 2 };
