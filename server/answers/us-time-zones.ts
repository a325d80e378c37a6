export function timeZoneOfAreaCode(_n: string): string | null {
  return null;
}
