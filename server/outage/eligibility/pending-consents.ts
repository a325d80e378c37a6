type Pending = { readonly phone: string; readonly sids: Set<string>; isOptedOut: boolean };

/**
 * Phones whose STOP or START is in the journal but not yet in the database. For these phones the database's consent is
 * outdated and must be ignored. Phones are named by their key in the snapshot.
 */
export class PendingConsents {
  readonly #byName = new Map<string, Pending>();
  readonly #names = new Map<string, string>();

  /** @param sid the STOP or START text, which counts from now on */
  add(sid: string, name: string, phone: string, isOptedOut: boolean): void {
    const pending = this.#byName.get(name) ?? { phone, sids: new Set(), isOptedOut };
    pending.sids.add(sid);
    pending.isOptedOut = isOptedOut;
    this.#byName.set(name, pending);
    this.#names.set(sid, name);
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** Whether this phone opted out; null where the database is current. */
  choice(name: string): boolean | null {
    return this.#byName.get(name)?.isOptedOut ?? null;
  }

  /** The database now has this text. @returns the phone, once none of its other texts is pending */
  applied(sid: string): string | null {
    const name = this.#names.get(sid);
    const pending = name === undefined ? undefined : this.#byName.get(name);
    this.#names.delete(sid);
    pending?.sids.delete(sid);
    return pending?.sids.size === 0 ? pending.phone : null;
  }

  /** Whether the database has all of this phone's texts. */
  isApplied(name: string): boolean {
    return this.#byName.get(name)?.sids.size === 0;
  }

  /** The database decides again, unless the phone has sent another STOP or START. */
  release(name: string): void {
    if (this.isApplied(name)) this.#byName.delete(name);
  }
}
