import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Longer than any outage that a journal outlives; what is older was left by a process that died at the wrong moment. */
const staleMs = 24 * 60 * 60_000;
/** Longer than a carrier goes on telling of a text (Twilio: 15 s for all attempts at a webhook). */
const reservedMs = 2 * 60_000;
const sidPattern = /^(SM|MM)[0-9a-f]{32}$/;

/** What a reservation's file holds; a claim's is empty. */
const reservation = 'reserved';

/** Undoes a reservation: the text is not in the database. */
export type GiveBack = () => void;

/**
 * Which process of this machine takes a text into its journal. A carrier that is not answered in time tells the next
 * process, and sometimes it tells two at once; without the database only the file system can say who was first. One
 * empty file a text, made with `O_EXCL`, which succeeds once (open(2)). It guards against living neighbours only, so it
 * need not be on disk.
 */
export class Claims {
  readonly #folder: string;
  /** Texts that this process took to the database, and when (`performance.now`), oldest first. */
  readonly #reserved = new Map<string, number>();

  /** @param journals the folder that the journals of this machine share */
  constructor(journals: string) {
    this.#folder = join(journals, 'claims');
    mkdirSync(this.#folder, { recursive: true });
  }

  /** @returns whether the text is this process's from now on; else another's, or there is no room for a file */
  take(sid: string): boolean {
    return this.#make(sid, '');
  }

  /**
   * The text goes to the database. The carrier may tell of it again because the acknowledgement got lost, or whoever
   * took it in died: if the database is away then, no journal takes it in a second time.
   */
  reserve(sid: string): GiveBack {
    this.#endReservations();
    if (!this.#make(sid, reservation)) return () => undefined; // a neighbour's; the database tells them apart
    this.#reserved.set(sid, performance.now());
    return () => {
      this.#reserved.delete(sid);
      this.release(sid);
    };
  }

  /** The database has it, or it was not taken in after all. */
  release(sid: string): void {
    rmSync(this.#path(sid), { force: true });
  }

  /**
   * Removes what no one will come for any more: reservations of all processes of this machine, also of stopped ones,
   * once no carrier tells of the text; and claims that a process left which died at the wrong moment.
   */
  async sweep(): Promise<void> {
    this.#endReservations();
    const now = Date.now();
    for (const name of await readdir(this.#folder)) {
      if (this.#reserved.has(name)) continue;
      const file = await stat(this.#path(name)).catch(() => null); // gone meanwhile
      if (file === null) continue;
      const keptMs = file.size > 0 ? reservedMs : staleMs;
      if (now - file.mtimeMs > keptMs) await rm(this.#path(name), { force: true });
    }
  }

  #make(sid: string, content: string): boolean {
    if (!sidPattern.test(sid)) return false;
    try {
      const file = openSync(this.#path(sid), 'wx');
      if (content !== '') writeSync(file, content);
      closeSync(file);
      return true;
    } catch {
      return false;
    }
  }

  #endReservations(): void {
    const now = performance.now();
    for (const [sid, at] of this.#reserved) {
      if (now - at < reservedMs) return;
      this.#reserved.delete(sid);
      this.release(sid);
    }
  }

  #path(sid: string): string {
    return join(this.#folder, sid);
  }
}
