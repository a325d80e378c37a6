/** Whether an endpoint's or a filter's pattern means an event: `customer.*` all below it, `*` all. */
export function matches(pattern: string, type: string): boolean {
  return pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)));
}
