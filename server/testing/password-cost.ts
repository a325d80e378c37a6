import type { PasswordCost } from '#server/accounts/identity/password-cost.ts';

/**
 * Replaces the product's cost, for products within a test process: about a thousand hashes took a sixteenth of the
 * processor time of all tests. Real processes and the tests of the hash itself use the product's.
 */
export const passwordCost: PasswordCost = { memoryKib: 64, passes: 1 };
