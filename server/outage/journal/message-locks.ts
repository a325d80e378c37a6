import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { dayMs } from '#server/platform/durations.ts';

import { isReserved, type Release, Reservations, reservedMs, sidPattern } from './reservations.ts';

/** Longer than any outage that a journal outlives; an older file was left by a process that died at the wrong moment. */
const staleMs = dayMs;

/**
 * Decides which process of this machine receives a text into its journal. A carrier repeats an unanswered webhook to
 * another process, sometimes concurrently; without the database only the file system can tell which was first. During an
 * outage that is one empty file for each text, created with `O_EXCL`, which succeeds once (open(2)). While the database
 * is available it is a record in this process's reservations (`reservations.ts`).
 *
 * A lock is taken before the reservations are read, and a reservation is written before the lock is looked for. So of two
 * processes at the same moment at least one sees the other: what is reserved is not journaled, and what was locked within
 * the last two minutes does not go to the database, where a process would answer it while its neighbor still works on it
 * over the journal. Both guard against living neighbors only, so they need not be synced to disk.
 */
export class MessageLocks {
  readonly #folder: string;
  readonly #reservedFolder: string;
  readonly #reservations: Reservations;

  /**
   * @param journals the folder that the journals of this machine share
   * @param index that of this process's journal, which no other process owns meanwhile
   */
  constructor(journals: string, index: number) {
    this.#folder = join(journals, 'claims');
    mkdirSync(this.#folder, { recursive: true });
    this.#reservedFolder = join(journals, 'reservations');
    this.#reservations = new Reservations(this.#reservedFolder, index);
  }

  /** @returns whether this process has the text now; false when another has it, or the disk is full */
  acquire(sid: string): boolean {
    if (!this.#lock(sid)) return false;
    if (!this.#mayBeReserved(sid)) return true;
    this.release(sid);
    return false;
  }

  /**
   * The texts go to the database. The carrier may repeat a webhook, because the acknowledgement got lost or the process
   * died: if the database is unavailable then, no journal may receive the text a second time.
   * @returns the release of each; null for a text that a journal may have, which must not go to the database now
   */
  reserve(sids: readonly string[]): (Release | null)[] {
    return this.#reservations.add(sids).map((release, nth) => {
      if (!this.#isLocked(sids[nth] ?? '')) return release;
      release();
      return null;
    });
  }

  /**
   * The database has these texts of a journal now. Those that the carrier may still repeat are reserved first: a journal
   * may not receive them a second time in the next outage.
   */
  releaseReplayed(sids: readonly string[]): void {
    this.#reservations.add(sids.filter((sid) => this.#isLocked(sid)));
    for (const sid of sids) this.release(sid);
  }

  /** The text was not received after all. */
  release(sid: string): void {
    rmSync(this.#path(sid), { force: true });
  }

  /**
   * Removes stale files: locks of a process that died at the wrong moment, and the reservations of an earlier version,
   * which were files with content in the same folder. Those hold off `acquire` as a lock does.
   */
  async removeStale(): Promise<void> {
    const now = Date.now();
    for (const name of await readdir(this.#folder)) {
      const file = await stat(this.#path(name)).catch(() => null); // gone meanwhile
      if (file === null) continue;
      const keptMs = file.size > 0 ? reservedMs : staleMs;
      if (now - file.mtimeMs > keptMs) await rm(this.#path(name), { force: true });
    }
  }

  /** To be called before the journal is closed. */
  close(): void {
    this.#reservations.close();
  }

  #lock(sid: string): boolean {
    if (!sidPattern.test(sid)) return false;
    try {
      closeSync(openSync(this.#path(sid), 'wx'));
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Whether it was locked while the carrier may still repeat it. An older lock was left behind, or is replayed first. On a
   * disk that cannot be read nothing can be locked either, and the database receives texts as usual.
   */
  #isLocked(sid: string): boolean {
    if (!sidPattern.test(sid)) return false;
    try {
      const file = statSync(this.#path(sid), { throwIfNoEntry: false });
      return file !== undefined && Date.now() - file.mtimeMs < reservedMs;
    } catch {
      return false;
    }
  }

  #mayBeReserved(sid: string): boolean {
    try {
      return isReserved(this.#reservedFolder, sid);
    } catch {
      return true;
    }
  }

  #path(sid: string): string {
    return join(this.#folder, sid);
  }
}
