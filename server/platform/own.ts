/**
 * The table's own value for an untrusted key; otherwise undefined. A plain lookup also finds inherited members:
 * `table['constructor']` is a function.
 */
export function own<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
