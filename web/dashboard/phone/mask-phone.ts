import { digitsOf, formatUsPhone, nationalDigits } from '#contract/us-phone-input.ts';

/**
 * Formats a changed phone field as (212) 555-0142 and places the caret after the same digit as before. Deleting a
 * parenthesis or a dash deletes the digit before it.
 * @param next the field's text after the change, with the caret at `caret`
 * @param before the field's text before the change
 */
export function maskPhone(next: string, caret: number, before: string): { text: string; caret: number } {
  const typed = digitsOf(next);
  let digits = nationalDigits(next).slice(0, 10);
  // A pasted country code is removed, and the caret moves accordingly.
  let left = Math.max(0, digitsOf(next.slice(0, caret)).length - (nationalDigits(next) === typed ? 0 : 1));
  if (next.length < before.length && digits === digitsOf(before) && left > 0) {
    digits = digits.slice(0, left - 1) + digits.slice(left);
    left -= 1;
  }
  const text = formatUsPhone(digits);
  return { text, caret: placeAfterDigit(text, left) };
}

function placeAfterDigit(text: string, count: number): number {
  let seen = 0;
  for (const [at, character] of text.split('').entries()) {
    if (/\d/.test(character)) seen += 1;
    if (seen === count && count > 0) return at + 1;
  }
  return count === 0 ? 0 : text.length;
}
