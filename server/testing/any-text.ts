import fc from 'fast-check';

/** Without surrogates, which stand for no character alone. */
const character = fc
  .integer({ min: 0, max: 0x10_ffff - 0x800 })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));

/**
 * Strings of any characters of Unicode: fast-check's unit `binary`, which first spends 1.3 s of each process on a table
 * of all characters.
 */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: character, maxLength });
}
