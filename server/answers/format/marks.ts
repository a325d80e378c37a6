/**
 * Marks the place of an address, a phone number or an email address until its sentence is judged: a pair of private-use
 * characters, which the text no longer contains at this stage. Between them is the replacement name, if there is one.
 */
export const markOpen = '\uE000';
export const markClose = '\uE001';

/** A mark, as the text of a pattern. */
export const anyMark = `${markOpen}[^${markOpen}${markClose}]*${markClose}`;

/** The place of something removed, and its replacement name ("Amazon" for "amazon.com"). */
export function mark(name = ''): string {
  return `${markOpen}${name}${markClose}`;
}

/** An address without the marks that end its sentence, and these. */
export function withoutEndMarks(match: string): [address: string, after: string] {
  let end = match.length;
  while (end > 0 && '.,;:!?…*_-'.includes(match[end - 1] ?? ' ')) end -= 1;
  return [match.slice(0, end), match.slice(end)];
}
