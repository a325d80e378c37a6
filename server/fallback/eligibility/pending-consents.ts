type Pending = { readonly phone: string; readonly sids: Set<string> };

/**
 * Phones whose STOP or START is in the journal and not in the database yet. What the database says of their consent is
 * older than what the phone said, so it is not taken over.
 */
export class PendingConsents {
  readonly #byHash = new Map<string, Pending>();
  readonly #hashes = new Map<string, string>();

  /** @param sid the text that said it */
  add(sid: string, hash: string, phone: string): void {
    const pending = this.#byHash.get(hash) ?? { phone, sids: new Set() };
    pending.sids.add(sid);
    this.#byHash.set(hash, pending);
    this.#hashes.set(sid, hash);
  }

  has(hash: string): boolean {
    return this.#byHash.has(hash);
  }

  /** The database has what this text said. @returns the phone, once nothing else that it said waits */
  applied(sid: string): string | null {
    const hash = this.#hashes.get(sid);
    const pending = hash === undefined ? undefined : this.#byHash.get(hash);
    this.#hashes.delete(sid);
    pending?.sids.delete(sid);
    return pending?.sids.size === 0 ? pending.phone : null;
  }

  /** Whether the database has all that this phone said. */
  isApplied(hash: string): boolean {
    return this.#byHash.get(hash)?.sids.size === 0;
  }

  /** The database decides again, unless the phone has spoken since. */
  release(hash: string): void {
    if (this.isApplied(hash)) this.#byHash.delete(hash);
  }
}
