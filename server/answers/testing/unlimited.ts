import type { Budget } from '../day-budget.ts';

/** A budget without an end. */
export const unlimited: Budget = {
  isSpent: false,
  reserve: () => Promise.resolve({ spend: () => Promise.resolve(), release: () => Promise.resolve() }),
};
