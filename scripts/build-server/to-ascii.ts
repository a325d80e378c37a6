/**
 * Escapes all characters of a script that are not ASCII. V8 keeps the source of a script in memory, with two bytes for
 * each character if a single one of them is beyond Latin-1.
 * @throws if a `String.raw` contains such a character: there an escape has another meaning
 */
export function toAscii(script: string): string {
  const raw = /String\.raw`[^`]*[^\0-\x7f][^`]*`/.exec(script);
  if (raw) throw new Error(`Write this with an escape, for the server's bundle: ${raw[0].slice(0, 80)}`);
  return script.replace(/(\\*)([^\0-\x7f])/g, (_whole, slashes: string, character: string) => {
    // "\é" is "é": its backslash would escape ours.
    const before = slashes.length % 2 === 0 ? slashes : slashes.slice(1);
    return `${before}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
