const number = new Intl.NumberFormat('en-US');

/**
 * A count with its noun: "1 text", "12,345 texts".
 * @param many the plural, where appending an s is not enough: `counted(n, 'text has', 'texts have')`
 */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number.format(count)} ${count === 1 ? one : many}`;
}
