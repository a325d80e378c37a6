/** "JOIN 123456", as a person types what a page shows: any case, with or without a blank or hyphen in the digits. */
const joinCode = /^\s*join\s*[:#-]?\s*(\d{3})[\s-]?(\d{3})\s*[.!]?\s*$/i;

/** The code that a text hands in to verify its phone, or null for any other text. */
export function joinCodeOf(body: string): string | null {
  const found = joinCode.exec(body.normalize('NFKC'));
  return found === null ? null : `${found[1]}${found[2]}`;
}
