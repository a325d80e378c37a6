import type { Price } from '../objects/types.ts';

const DAY_S = 86_400;

/**
 * The first boundary of a billing cycle after `after`; all in unix seconds. Counted from the anchor, so that a cycle
 * anchored on the 31st returns to the 31st after February (Stripe, "billing_cycle_anchor").
 */
export function nextBoundary(anchor: number, recurring: Price['recurring'], after: number): number {
  const interval = recurring?.interval ?? 'month';
  const count = recurring?.interval_count ?? 1;
  for (let n = 1; ; n++) {
    const boundary = boundaryAt(anchor, interval, n * count);
    if (boundary > after) return boundary;
  }
}

function boundaryAt(anchor: number, interval: string, n: number): number {
  if (interval === 'day') return anchor + n * DAY_S;
  if (interval === 'week') return anchor + n * 7 * DAY_S;
  return addMonths(anchor, interval === 'year' ? 12 * n : n);
}

/** The same day and time some months later, or that month's last day. */
function addMonths(seconds: number, months: number): number {
  const from = new Date(seconds * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return Math.floor(to.getTime() / 1000);
}
