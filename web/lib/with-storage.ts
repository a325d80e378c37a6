/**
 * Uses the browser's storage.
 * @returns null where storage is blocked, and while a page is prerendered: the site works without it, but forgets at a
 *   reload
 */
export function withStorage<Value>(use: () => Value): Value | null {
  try {
    return use();
  } catch {
    return null;
  }
}
