/**
 * Where an address, a phone number or a mail address was, until its sentence is judged: a pair of private-use characters,
 * which the text itself can no longer hold when it comes here. Between them stands the name to say instead, if there is one.
 */
export const OPEN = '\uE000';
export const CLOSE = '\uE001';

/** A place where something was taken out, and the name that may stand there ("Amazon" for "amazon.com"). */
export function mark(name = ''): string {
  return `${OPEN}${name}${CLOSE}`;
}

/** An address without the marks that end its sentence, and these. */
export function withoutEndMarks(match: string): [address: string, after: string] {
  let end = match.length;
  while (end > 0 && '.,;:!?…*_-'.includes(match[end - 1] ?? ' ')) end -= 1;
  return [match.slice(0, end), match.slice(end)];
}
