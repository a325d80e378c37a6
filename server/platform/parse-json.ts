/**
 * JSON from outside. V8 quotes the input in the message of a SyntaxError, so the error must not live.
 * @returns undefined for what is not JSON
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
