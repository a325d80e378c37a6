type Pending = { readonly phone: string; readonly sids: Set<string> };

/**
 * Phones whose STOP or START is in the journal but not yet in the database. For these phones the database's consent is
 * outdated and must be ignored.
 */
export class PendingConsents {
  readonly #byHash = new Map<string, Pending>();
  readonly #hashes = new Map<string, string>();

  /** @param sid the STOP or START text */
  add(sid: string, hash: string, phone: string): void {
    const pending = this.#byHash.get(hash) ?? { phone, sids: new Set() };
    pending.sids.add(sid);
    this.#byHash.set(hash, pending);
    this.#hashes.set(sid, hash);
  }

  has(hash: string): boolean {
    return this.#byHash.has(hash);
  }

  /** The database now has this text. @returns the phone, once none of its other texts is pending */
  applied(sid: string): string | null {
    const hash = this.#hashes.get(sid);
    const pending = hash === undefined ? undefined : this.#byHash.get(hash);
    this.#hashes.delete(sid);
    pending?.sids.delete(sid);
    return pending?.sids.size === 0 ? pending.phone : null;
  }

  /** Whether the database has all of this phone's texts. */
  isApplied(hash: string): boolean {
    return this.#byHash.get(hash)?.sids.size === 0;
  }

  /** The database decides again, unless the phone has sent another STOP or START. */
  release(hash: string): void {
    if (this.isApplied(hash)) this.#byHash.delete(hash);
  }
}
