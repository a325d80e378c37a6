/** Between a number and its unit: no line breaks there. */
const SPACE = '\u00A0';

const number = new Intl.NumberFormat('en-US');
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** A count in full: "12,345". */
export function formatCount(count: number): string {
  return number.format(count);
}

/** A count for an axis: "12.3K". */
export function formatShort(count: number): string {
  return short.format(count);
}

/** A share from 0 to 1: "99.2%"; 0% and 100% only for exactly 0 and 1. */
export function formatShare(share: number | null): string {
  if (share === null) return '–';
  const percent = share * 100;
  if (percent > 0 && percent < 0.05) return '<0.1%';
  const rounded = percent > 99.9 && percent < 100 ? 99.9 : Math.round(percent * 10) / 10;
  return `${rounded}%`;
}

/** Bytes in binary megabytes. */
export function formatBytes(bytes: number): string {
  const mebibytes = bytes / 1_048_576;
  return `${mebibytes >= 100 ? Math.round(mebibytes) : mebibytes.toFixed(1)}${SPACE}MB`;
}

/** A duration in its two largest units: "3 d 4 h". */
export function formatDuration(seconds: number): string {
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [Math.floor(seconds) % 60, 's'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return `0${SPACE}s`;
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${SPACE}${unit}`)
    .join(' ');
}

/** Milliseconds as seconds: "2.4 s". */
export function formatSeconds(ms: number | null): string {
  if (ms === null) return '–';
  const seconds = ms / 1000;
  return `${seconds >= 10 ? Math.round(seconds) : seconds.toFixed(1)}${SPACE}s`;
}

/** Minor units of a currency: 300 are "$3.00" (docs/reference/specification.md#constants). */
export function formatAmount(minor: number, currency: string | null): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency ?? 'usd' }).format(minor / 100);
}

/** Microdollars; amounts below ten cents with fractions of a cent: "$0.0312". */
export function formatMicrodollars(microdollars: number | null): string {
  if (microdollars === null) return '–';
  const dollars = microdollars / 1_000_000;
  const isSmall = dollars !== 0 && Math.abs(dollars) < 0.1;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'usd',
    minimumFractionDigits: 2,
    maximumFractionDigits: isSmall ? 4 : 2,
  }).format(dollars);
}

/** A time of day to the second: "10:03:22 PM". */
export function formatTimeExactly(ms: number): string {
  return new Date(ms).toLocaleTimeString('en-US');
}

/** A time in the reader's time zone, to the second: "Nov 21, 2026, 10:03:22 PM". */
export function formatMomentExactly(iso: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso));
}

/** `invoice.payment_failed` as "Invoice payment failed", in American spelling. */
export function formatCode(code: string): string {
  const words = code
    .replaceAll(/[._-]+/g, ' ')
    .replace(/^apologised$/, 'apologized')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a code is called in `names`, and otherwise the code itself as words. */
export function nameOfCode(names: Readonly<Record<string, string>>, code: string): string {
  return names[code] ?? formatCode(code);
}
