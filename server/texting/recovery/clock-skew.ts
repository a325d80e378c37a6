/**
 * Two clocks that differ by more than this are logged, in ms. No decision compares clocks, but deadlines and records
 * become inexact.
 */
export const skewMaxMs = 2000;
