/** "JOIN 123456", case-insensitive, with an optional space or hyphen within the digits. */
const joinCode = /^join\s*(?:[:#-]\s*)?(\d{3})[\s-]?(\d{3})\s*[.!]?$/i;

/** The code in a text that verifies its phone, or null for any other text. */
export function joinCodeOf(body: string): string | null {
  const found = joinCode.exec(body.normalize('NFKC').trim());
  return found === null ? null : `${found[1]}${found[2]}`;
}
