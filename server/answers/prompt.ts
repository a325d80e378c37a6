export const instructions = 'x';
export function questionWithContext(q: string, _o: { now: Date; timeZone: string | null }): string {
  return q;
}
