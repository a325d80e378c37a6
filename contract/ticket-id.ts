/** Excludes letters and digits that are easily confused on the phone. 32, so that each byte picks one evenly. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const SUFFIX_CHARS = 8;
const suffixPattern = new RegExp(`^[${ALPHABET}]{${SUFFIX_CHARS}}$`);

/**
 * A new id of a support ticket: the user's id and eight characters (docs/reference/specification.md#entities).
 * @param bytes eight, which decide the characters; random ones by default
 */
export function newTicketId(
  userId: string,
  bytes: Uint8Array = crypto.getRandomValues(new Uint8Array(SUFFIX_CHARS)),
): string {
  return `${userId}-${[...bytes].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')}`;
}

/** Whether an id could be a ticket's of this user, so that no form carries anything else in it. */
export function isTicketIdOf(userId: string, ticketId: string): boolean {
  return ticketId.startsWith(`${userId}-`) && suffixPattern.test(ticketId.slice(userId.length + 1));
}

/** The user's id within a ticket's, in capitals or not; of anything else, the text as it is. */
export function withoutTicketSuffix(text: string): string {
  const userId = text.slice(0, -1 - SUFFIX_CHARS);
  return isTicketIdOf(userId, `${userId}${text.slice(userId.length).toUpperCase()}`) ? userId : text;
}
