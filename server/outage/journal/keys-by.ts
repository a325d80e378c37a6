/** The keys of items by a property of theirs, so that no one has to look through all items. */
export class KeysBy {
  readonly #keys = new Map<string, Set<string>>();

  add(property: string, key: string): void {
    const keys = this.#keys.get(property);
    if (keys === undefined) this.#keys.set(property, new Set([key]));
    else keys.add(key);
  }

  delete(property: string, key: string): void {
    const keys = this.#keys.get(property);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(property);
  }

  /** In the order in which they were added. */
  get(property: string): readonly string[] {
    return [...(this.#keys.get(property) ?? [])];
  }
}
