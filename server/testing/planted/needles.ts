/** Something that must not rest anywhere, and under which name a find of it is told. */
export type Needle = { readonly what: string; readonly text: string };

/** A pattern of one needle, for text in which every byte is one character, in lower case. */
type Pattern = { readonly what: string; readonly text: string; readonly isNumber: boolean };
/** @returns what was found */
export type Finder = (lowerCased: string) => string[];

/** Shorter ones would be found by chance. */
const charsMin = 6;

/**
 * A search for the needles in any case, and also spelt backwards, as hexadecimal digits, as Base64, and as UTF-16. A short
 * number counts only where no digit stands beside it.
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

/** The characters that these bytes alone decide when they stand `shift` bytes into a group of three. */
function base64Of(bytes: Buffer, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64url');
  const whole = Math.floor((shift + bytes.length) / 3) * 4;
  return encoded.slice(shift === 0 ? 0 : 4, whole);
}

function hasNumber(text: string, digits: string): boolean {
  const isDigit = (at: number): boolean => /^\d$/.test(text.charAt(at));
  for (let at = text.indexOf(digits); at >= 0; at = text.indexOf(digits, at + 1)) {
    if (!isDigit(at - 1) && !isDigit(at + digits.length)) return true;
  }
  return false;
}
