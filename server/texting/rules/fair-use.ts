import type { FixedReply } from './replies.ts';

const second = 1000;
const minute = 60 * second;

/** Questions accepted from one phone within each window ending now. */
export type Asked = { readonly last5Minutes: number; readonly lastHour: number; readonly lastDay: number };
/** The published limits (docs/reference/decisions.md#fair-use). */
export type FairUse = { readonly per5Minutes: number; readonly perHour: number; readonly perDay: number };

export type FairUseWindow = 'too_fast_5m' | 'too_fast_1h' | 'too_fast_1d';
/**
 * One notice per window: how long each notice is not repeated, in ms. The windows roll, so only after the whole window is
 * a question sure to be answered: that is the time that the notices name.
 */
export const fairUseWindowMs: Record<FairUseWindow, number> = {
  too_fast_5m: 5 * minute,
  too_fast_1h: 60 * minute,
  too_fast_1d: 24 * 60 * minute,
};

export const fairUseNotices: Record<FairUseWindow, FixedReply> = {
  too_fast_5m: 'too_fast',
  too_fast_1h: 'hourly_limit',
  too_fast_1d: 'daily_limit',
};

/** The longest window that is used up, or null while another question is allowed. */
export function usedUpWindow(asked: Asked, limits: FairUse): FairUseWindow | null {
  if (asked.lastDay >= limits.perDay) return 'too_fast_1d';
  if (asked.lastHour >= limits.perHour) return 'too_fast_1h';
  if (asked.last5Minutes >= limits.per5Minutes) return 'too_fast_5m';
  return null;
}

/** Answers that may go out without pacing; later ones are spaced out (docs/reference/security.md#t13). */
const burst = 6;

/**
 * Paces one phone with GCRA (ITU-T I.371), a leaky bucket that stores one number per sender: `pacedUntil` is the
 * theoretical arrival time after the previous question.
 * @returns when the answer to this question may be sent, and the new theoretical arrival time
 */
export function pace(now: Date, pacedUntil: Date | null, everyMs: number): { notBefore: Date; pacedUntil: Date } {
  const next = Math.max(now.getTime(), pacedUntil?.getTime() ?? 0) + everyMs;
  return { notBefore: new Date(Math.max(now.getTime(), next - burst * everyMs)), pacedUntil: new Date(next) };
}
