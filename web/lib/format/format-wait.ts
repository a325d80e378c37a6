/** A wait for the user: "45 seconds", "15 minutes", "3 hours". Rounded up, so that it never ends too early. */
export function formatWait(seconds: number): string {
  if (seconds < 90) return count(Math.max(1, Math.ceil(seconds)), 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? count(minutes, 'minute') : count(Math.ceil(minutes / 60), 'hour');
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
