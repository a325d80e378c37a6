import * as z from 'zod/mini';

/** RFC 5321, section 4.5.3.1.3: a mail path has at most 256 octets, two of them the angle brackets. */
const EMAIL_CHARS_MAX = 254;

/**
 * A text field of one line. Line ends and control characters are refused, because such values reach mail headers.
 * Surrounding blanks do not count.
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

/** An e-mail address; `message` is what the person reads when it is missing or not one. */
export function emailAddress(message: string) {
  return z.string({ error: message }).check(z.trim(), z.maxLength(EMAIL_CHARS_MAX, message), z.email(message));
}

/** A true/false that arrives as itself (a form in the browser) or as its word (a multipart field on the server). */
export const formBoolean = z.pipe(
  z.transform((value) => (value === 'true' ? true : value === 'false' ? false : value)),
  z.boolean(),
);
