const second = 1000;
const minute = 60 * second;

/** Questions accepted from one phone within the windows that end now. */
export type Asked = { readonly last5Minutes: number; readonly lastHour: number; readonly lastDay: number };
/** The published limits (decisions, "Fair use"). */
export type FairUse = { readonly per5Minutes: number; readonly perHour: number; readonly perDay: number };

export type FairUseWindow = 'too_fast_5m' | 'too_fast_1h' | 'too_fast_1d';
/** One notice a window: how long the notice of each keeps quiet afterwards, in ms. */
export const fairUseWindowMs: Record<FairUseWindow, number> = {
  too_fast_5m: 5 * minute,
  too_fast_1h: 60 * minute,
  too_fast_1d: 24 * 60 * minute,
};

/** The longest window that is used up, or null while one more question is welcome. */
export function usedUpWindow(asked: Asked, limits: FairUse): FairUseWindow | null {
  if (asked.lastDay >= limits.perDay) return 'too_fast_1d';
  if (asked.lastHour >= limits.perHour) return 'too_fast_1h';
  if (asked.last5Minutes >= limits.per5Minutes) return 'too_fast_5m';
  return null;
}

/** Six answers at once, then one every so often: the rest wait their turn (security T13). */
const burst = 6;

/**
 * Paces one phone with GCRA (ITU-T I.371, the leaky bucket that needs one number a sender): `pacedUntil` is the
 * theoretical arrival time that the previous question left behind.
 * @returns when the answer to this question may go out, and the arrival time it leaves
 */
export function pace(now: Date, pacedUntil: Date | null, everyMs: number): { notBefore: Date; pacedUntil: Date } {
  const next = Math.max(now.getTime(), pacedUntil?.getTime() ?? 0) + everyMs;
  return { notBefore: new Date(Math.max(now.getTime(), next - burst * everyMs)), pacedUntil: new Date(next) };
}
