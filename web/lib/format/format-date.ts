import { monthNames as months } from '#contract/plan-day.ts';

/**
 * A time as a date in the reader's time zone: "March 4, 2027"; for the days of a plan, see `planDay`. Avoids
 * `Intl.DateTimeFormat`, whose first use takes 35 ms on a fast desktop and five times that on an old phone.
 */
export function formatDate(iso: string): string {
  const at = new Date(iso);
  return `${months[at.getMonth()]} ${at.getDate()}, ${at.getFullYear()}`;
}

/** A time to the minute in the reader's time zone: "Mar 4, 2027, 9:30 AM". */
export function formatMoment(iso: string): string {
  const at = new Date(iso);
  return `${formatDay(iso)}, ${at.getFullYear()}, ${formatTime(iso)}`;
}

/** `formatMoment` for text that should be a time, such as a setting; other text is returned unchanged. */
export function formatIfMoment(text: string): string {
  return Number.isNaN(Date.parse(text)) ? text : formatMoment(text);
}

/** A time as a day of its year in the reader's time zone: "Mar 4". */
export function formatDay(iso: string): string {
  const at = new Date(iso);
  return `${months[at.getMonth()]?.slice(0, 3)} ${at.getDate()}`;
}

/** A time of day in the reader's time zone: "9:30 AM". */
export function formatTime(iso: string): string {
  const at = new Date(iso);
  const hours = at.getHours();
  const minutes = String(at.getMinutes()).padStart(2, '0');
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}
