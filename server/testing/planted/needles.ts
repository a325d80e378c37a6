/** A text that must not be stored anywhere, and its name in findings. */
export type Needle = { readonly what: string; readonly text: string };

/** A search pattern of a needle, for lower-case text with one character per byte. */
type Pattern = { readonly what: string; readonly text: string; readonly isNumber: boolean };
/** @returns the names of the needles that were found */
export type Finder = (lowerCased: string) => string[];

/** Shorter needles would match by chance. */
const charsMin = 6;

/**
 * A case-insensitive search for the needles, also reversed and as hexadecimal digits, Base64 and UTF-16. A number matches
 * only if it is not part of a longer one: six digits of a code are found by chance in hundreds of identifiers, hashes and
 * microseconds.
 */
export function finderOf(needles: readonly Needle[]): Finder {
  const patterns = needles.flatMap(patternsOf);
  return (lowerCased) =>
    patterns
      .filter(({ text, isNumber }) => (isNumber ? hasNumber(lowerCased, text) : lowerCased.includes(text)))
      .map(({ what }) => what);
}

function patternsOf({ what, text }: Needle): Pattern[] {
  if (text.length < charsMin) throw new Error(`too short to be searched for: ${what}`);
  if (/^\d+$/.test(text)) return [{ what, text, isNumber: true }];
  const bytes = Buffer.from(text);
  const forms: [string, string][] = [
    ['', text],
    [', backwards', Array.from(text).reverse().join('')],
    [', as hexadecimal digits', bytes.toString('hex')],
    [', as UTF-16', Buffer.from(text, 'utf16le').toString('latin1')],
    ...[0, 1, 2].map((shift): [string, string] => [', as Base64', base64Of(bytes, shift)]),
  ];
  return forms.map(([how, form]) => ({ what: what + how, text: form.toLowerCase(), isNumber: false }));
}

/** The Base64 characters that depend only on these bytes when they start `shift` bytes into a group of three. */
function base64Of(bytes: Buffer, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64url');
  const whole = Math.floor((shift + bytes.length) / 3) * 4;
  return encoded.slice(shift === 0 ? 0 : 4, whole);
}

/** Ends in a hexadecimal digit, or in the point of a decimal fraction. */
const numberBefore = /(?:[\da-f]|\d\.)$/;
const numberAfter = /^(?:[\da-f]|\.\d)/;

function hasNumber(text: string, digits: string): boolean {
  for (let at = text.indexOf(digits); at >= 0; at = text.indexOf(digits, at + 1)) {
    const end = at + digits.length;
    const isPart = numberBefore.test(text.slice(Math.max(0, at - 2), at)) || numberAfter.test(text.slice(end, end + 2));
    if (!isPart) return true;
  }
  return false;
}
