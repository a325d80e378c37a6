/** Parts that were imported under another address, by the address that failed. */
const again = new Map<string, Promise<unknown>>();

/**
 * Imports a part of the site. Firefox never fetches a script again that it could not load, however often it is imported
 * (https://github.com/whatwg/html/issues/6768), so there it is imported under another address, once it can be. Called by
 * the build around each `import()` (vite.config.ts).
 * @throws the browser's error if the part cannot be loaded now
 */
export function importPart(load: () => Promise<unknown>): Promise<unknown> {
  return load().catch((error: Error) => {
    // Firefox's words; in other browsers a second call of `load` asks again.
    const [, address] = /^error loading dynamically imported module: (.+)/.exec(error.message) ?? [];
    if (address === undefined) throw error;
    // A name, not a template: around that the build would put this function as well, and what fails would never end.
    const other = `${address}?${Date.now()}`;
    const part = again.get(address) ?? import(/* @vite-ignore */ other);
    again.set(address, part);
    part.catch(() => again.delete(address));
    return part;
  });
}
