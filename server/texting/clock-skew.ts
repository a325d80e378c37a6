/**
 * Two clocks that differ by more than so many ms are worth a word. Nothing is decided by comparing clocks, but deadlines
 * and records suffer.
 */
export const skewMaxMs = 2000;
