/**
 * The value that a table has for a word from outside; undefined for any other word. A plain look-up also finds what every
 * object inherits: `table['constructor']` is a function.
 */
export function own<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
