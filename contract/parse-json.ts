/**
 * Parses untrusted JSON. V8 quotes the input in the message of a SyntaxError, so the error is dropped.
 * @returns undefined for invalid JSON
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
