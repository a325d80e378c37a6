/** "JOIN" right before the digits, with what a page's or a person's words add: "Text JOIN", "join code", quotes. */
const beforeDigits =
  '^\\W*(?:(?:text|txt|send|reply|i|mande|envie|responda)\\s+["“(<]*)?join(?:ing)?(?![a-z])\\W*(?:(?:with )?(?:my |the )?code\\W*)?';
const separator = '[\\s-]*';
/** The code alone is the proof: what stands behind it, such as a signature, does not matter. */
const joinCode = new RegExp(`${beforeDigits}(\\d(?:${separator}\\d){5})(?![a-z])(?!${separator}\\d)`, 'i');
/** A code with a digit too few or too many, if nothing follows: "join 2026 marathon" is a question. */
const wrongLength = new RegExp(`${beforeDigits}\\d(?:${separator}\\d){3,7}[^\\w\\n]*(?:\\n|$)`, 'i');

/** The code in a text that verifies its phone, in any of the ways that people write it; null for any other text. */
export function joinCodeOf(body: string): string | null {
  const digits = joinCode.exec(body.normalize('NFKC'))?.[1];
  return digits?.replace(/\D/g, '') ?? null;
}

/** Whether a text hands in a code to verify its phone, also one of the wrong length. */
export function isJoin(body: string): boolean {
  return joinCodeOf(body) !== null || wrongLength.test(body.normalize('NFKC'));
}
