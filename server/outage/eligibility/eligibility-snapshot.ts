import { setImmediate as breathe } from 'node:timers/promises';

import type { Journal } from '../journal/journal.repo.ts';

/** The stored value for a number that opted out. */
const optedOut = 'opted_out';
const chunkSize = 2000;

/**
 * The snapshot itself, by hashed number: in memory, and persisted in the journal's file. The next `write` persists all
 * changes in memory, including those that an earlier `write` failed to persist.
 */
export class EligibilitySnapshot {
  readonly #journal: Journal;
  readonly #phones = new Map<string, string>();
  readonly #optedOut = new Set<string>();
  readonly #unwritten = new Map<string, string | null>();
  #readAt: number;

  constructor(journal: Journal) {
    this.#journal = journal;
    for (const [key, body] of journal.readEligibility()) {
      if (key.startsWith('o:')) this.#optedOut.add(key.slice(2));
      else this.#phones.set(key, body);
    }
    this.#readAt = Number(journal.note('eligibility_read_at') ?? 0);
  }

  /** When the last complete read started (Unix ms); 0 before the first. */
  get readAt(): number {
    return this.#readAt;
  }

  phone(hash: string): string | undefined {
    return this.#phones.get(hash);
  }

  isOptedOut(hash: string): boolean {
    return this.#optedOut.has(hash);
  }

  setPhone(hash: string, body: string): void {
    if (this.#phones.get(hash) === body) return;
    this.#phones.set(hash, body);
    this.#unwritten.set(hash, body);
  }

  dropPhone(hash: string): void {
    if (this.#phones.delete(hash)) this.#unwritten.set(hash, null);
  }

  /** Drops every phone that a complete read did not return. */
  keepPhones(seen: ReadonlySet<string>): void {
    for (const hash of this.#phones.keys()) if (!seen.has(hash)) this.dropPhone(hash);
  }

  setOptedOut(hash: string, isOut: boolean): void {
    if (this.#optedOut.has(hash) === isOut) return;
    if (isOut) this.#optedOut.add(hash);
    else this.#optedOut.delete(hash);
    this.#unwritten.set(`o:${hash}`, isOut ? optedOut : null);
  }

  /** Like `setOptedOut`, but on disk when this returns. */
  setOptedOutNow(hash: string, isOut: boolean): void {
    this.setOptedOut(hash, isOut);
    const key = `o:${hash}`;
    const body = this.#unwritten.get(key);
    if (body !== undefined) this.#write(new Map([[key, body]]));
  }

  /**
   * Writes the changes in chunks, because a write blocks the process.
   * @param readAt when a complete read started: written only after all its changes
   */
  async write(readAt?: number): Promise<void> {
    while (this.#unwritten.size > 0) {
      this.#write(new Map(this.#unwritten.entries().take(chunkSize)));
      await breathe();
    }
    if (readAt === undefined) return;
    this.#journal.writeNote('eligibility_read_at', String(readAt));
    this.#readAt = readAt;
  }

  #write(changes: ReadonlyMap<string, string | null>): void {
    this.#journal.writeEligibility(changes);
    for (const key of changes.keys()) this.#unwritten.delete(key);
  }
}
