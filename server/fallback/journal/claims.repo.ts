import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Longer than any outage that a journal outlives; what is older was left by a process that died at the wrong moment. */
const staleMs = 24 * 60 * 60_000;
const sidPattern = /^(SM|MM)[0-9a-f]{32}$/;

/**
 * Which process of this machine takes a text into its journal. A carrier that is not answered in time tells the next
 * process, and sometimes it tells two at once; without the database only the file system can say who was first. One
 * empty file a text, made with `O_EXCL`, which succeeds once (open(2)). It guards against living neighbours only, so it
 * need not be on disk.
 */
export class Claims {
  readonly #folder: string;

  /** @param journals the folder that the journals of this machine share */
  constructor(journals: string) {
    this.#folder = join(journals, 'claims');
    mkdirSync(this.#folder, { recursive: true });
    const now = Date.now();
    for (const name of readdirSync(this.#folder)) {
      const isStale = now - (statSync(this.#path(name), { throwIfNoEntry: false })?.mtimeMs ?? now) > staleMs;
      if (isStale) this.release(name);
    }
  }

  /** @returns whether the text is this process's from now on; else another's, or there is no room for a file */
  take(sid: string): boolean {
    if (!sidPattern.test(sid)) return false;
    try {
      closeSync(openSync(this.#path(sid), 'wx'));
      return true;
    } catch {
      return false;
    }
  }

  /** The database has it, or it was not taken in after all. */
  release(sid: string): void {
    rmSync(this.#path(sid), { force: true });
  }

  #path(sid: string): string {
    return join(this.#folder, sid);
  }
}
