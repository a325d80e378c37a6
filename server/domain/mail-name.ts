/** Letters of any alphabet, blanks, hyphens and apostrophes. */
const plainName = /^[\p{L}\p{M}][\p{L}\p{M} '’-]{0,39}$/u;

/**
 * The name by which an email may address its reader: short, letters only, nothing that a mail program could turn into a
 * link; null for anything else. A name entered at sign-up must not carry a message to a stranger's mailbox
 * (docs/reference/security.md#t31).
 */
export function mailName(name: string): string | null {
  const trimmed = name.trim();
  return plainName.test(trimmed) ? trimmed : null;
}
