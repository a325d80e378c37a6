import * as z from 'zod/mini';

/** RFC 5321, section 4.5.3.1.3: a path has at most 256 octets, including two angle brackets. */
const EMAIL_CHARS_MAX = 254;

/**
 * A single-line text field. Refuses line breaks and control characters, because the values reach email headers. Trims
 * surrounding whitespace.
 */
export function oneLine(charsMin: number, charsMax: number, tooShort: string) {
  return z.string({ error: tooShort }).check(
    z.trim(),
    z.minLength(charsMin, tooShort),
    z.maxLength(charsMax, `Please use at most ${charsMax} characters.`),
    // oxlint-disable-next-line no-control-regex -- the control characters are what it refuses
    z.regex(/^[^\u0000-\u001f\u007f]*$/u, 'Please leave out line breaks and control characters.'),
  );
}

/** An email address; `message` is shown if it is missing or invalid. */
export function emailAddress(message: string) {
  return z.string({ error: message }).check(z.trim(), z.maxLength(EMAIL_CHARS_MAX, message), z.email(message));
}

/** A boolean, given as a boolean (a form in the browser) or as a string (a multipart field on the server). */
export const formBoolean = z.pipe(
  z.transform((value) => (value === 'true' ? true : value === 'false' ? false : value)),
  z.boolean(),
);
