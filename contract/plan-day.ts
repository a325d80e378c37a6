/** In English, as dates are written for readers. */
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const hourMs = 3_600_000;

/**
 * The day on which a plan renews or ends, on the US east coast: "March 4, 2027". Emails cannot know the reader's time
 * zone, so pages do not use it either: a day near midnight would be another one on the dashboard than in the email.
 * Avoids `Intl.DateTimeFormat`, like `formatDate` of the pages.
 */
export function planDay(iso: string): string {
  const at = Date.parse(iso);
  const local = new Date(at - (isDaylightTime(at) ? 4 : 5) * hourMs);
  return `${monthNames[local.getUTCMonth()]} ${local.getUTCDate()}, ${local.getUTCFullYear()}`;
}

/** From the second Sunday of March until the first of November, at 2 AM of the clock (15 U.S.C. 260a). */
function isDaylightTime(at: number): boolean {
  const year = new Date(at).getUTCFullYear();
  return at >= sunday(year, 2, 2) + 7 * hourMs && at < sunday(year, 10, 1) + 6 * hourMs;
}

/** The start of the nth Sunday of a month, in UTC. */
function sunday(year: number, month: number, nth: number): number {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return Date.UTC(year, month, 1 + ((7 - first) % 7) + 7 * (nth - 1));
}
