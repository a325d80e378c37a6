import { setImmediate as breathe } from 'node:timers/promises';

import type { Pool } from 'pg';
import { z } from 'zod';

import { stripeStatuses } from '#contract/subscription.ts';
import type { Listener } from '#server/db/listen.ts';
import { isDatabaseAway } from '#server/platform/database-away.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import type { PhoneHash } from '#server/texting/phone-hash.ts';
import type { Sender } from '#server/texting/taking-in/eligibility.ts';

import type { Journal } from '../journal/journal.repo.ts';
import { type PhoneRow, readOptOuts, readPhones, readSomeOptOuts, readSomePhones } from './eligibility.repo.ts';

type Parts = {
  readonly pool: Pool;
  readonly journal: Journal;
  readonly listener: Listener;
  readonly phoneHash: PhoneHash;
  readonly log: Log;
};

type KnownPhone = Sender & { readonly id: string; readonly awaitsYes: boolean };

/** A number in the copy: short, for there may be a million. Times are Unix milliseconds. */
const Entry = z.tuple([
  z.uuid(),
  z.uuid(),
  z.boolean(),
  z.boolean(),
  z.enum(stripeStatuses).nullable(),
  z.int().nullable(),
]);

/** What is kept for a number that opted out and is nobody's. */
const optedOut = 'opted_out';
const pageSize = 2000;
const refreshMs = 60_000;
/** Older than this the copy answers for nobody: who pays may be somebody else by then. */
const ageMaxMs = 24 * 60 * 60_000;
const batchMs = 100;

/**
 * A copy of who may be answered and who opted out, in memory and in the journal's file, by hashed number. It hears of
 * every change, reads everything anew once a minute, and is what texts are judged by while the database is away.
 */
export class Eligibility {
  readonly #parts: Parts;
  readonly #phones = new Map<string, string>();
  readonly #optedOut = new Set<string>();
  #readAt: number;
  #changed = new Set<string>();
  #reading: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #batch: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { journal, listener } = parts;
    for (const [key, body] of journal.readEligibility()) {
      if (key.startsWith('o:')) this.#optedOut.add(key.slice(2));
      else this.#phones.set(key, body);
    }
    this.#readAt = Number(journal.note('eligibility_read_at') ?? 0);
    listener.on('eligibility', { onNotify: (key) => this.#hear(key), onListening: () => this.refresh() });
  }

  /** Whether it may be judged by. */
  get isFresh(): boolean {
    return Date.now() - this.#readAt <= ageMaxMs;
  }

  /** Reads everything now and every minute, as far as the database is there. */
  start(): void {
    this.refresh();
    this.#timer = setInterval(() => this.refresh(), refreshMs);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    clearTimeout(this.#batch);
    await this.#reading;
  }

  /** The account that a number belongs to; null for a stranger, and for everybody once the copy is too old. */
  find(phone: string): KnownPhone | null {
    if (!this.isFresh) return null;
    const entry = this.#phones.get(this.#parts.phoneHash(phone));
    const parsed = entry === undefined ? null : Entry.safeParse(JSON.parse(entry));
    if (!parsed?.success) return null;
    const [id, userId, isVerified, awaitsYes, status, until] = parsed.data;
    const subscription = status === null || until === null ? null : { status, answersUntil: new Date(until) };
    return { id, userId, isVerified, awaitsYes, subscription };
  }

  isOptedOut(phone: string): boolean {
    return this.#optedOut.has(this.#parts.phoneHash(phone));
  }

  isStillOwned(phone: string, phoneId: string): boolean {
    return this.find(phone)?.id === phoneId;
  }

  /** A STOP or a START that came in while the database is away counts at once, and after a restart. */
  noteConsent(phone: string, consent: 'given' | 'withdrawn'): void {
    const key = this.#parts.phoneHash(phone);
    if (consent === 'withdrawn') this.#optedOut.add(key);
    else this.#optedOut.delete(key);
    this.#parts.journal.writeEligibility(
      new Map([[`o:${key}`, consent === 'withdrawn' ? optedOut : null]]),
      this.#readAt,
    );
  }

  /** Reads everything anew, one reading at a time. */
  refresh(): void {
    this.#enqueue(() => this.#readAll());
  }

  #hear(key: string): void {
    this.#changed.add(key);
    this.#batch ??= setTimeout(() => {
      this.#batch = undefined;
      const keys = [...this.#changed];
      this.#changed = new Set();
      this.#enqueue(() => this.#readSome(keys));
    }, batchMs);
  }

  #enqueue(read: () => Promise<void>): void {
    this.#reading = this.#after(this.#reading, read);
  }

  async #after(earlier: Promise<void>, read: () => Promise<void>): Promise<void> {
    await earlier;
    if (this.#isStopping) return;
    try {
      await read();
    } catch (error) {
      // The copy stays as it is; the next reading comes in a minute, or when listening begins again.
      if (isDatabaseAway(error)) return;
      this.#parts.log.warn({ event: 'eligibility_not_read', ...errorFields(error) }, 'the copy stays as it was');
    }
  }

  async #readAll(): Promise<void> {
    const { pool, phoneHash } = this.#parts;
    const readAt = Date.now();
    const changes = new Map<string, string | null>();
    const seen = new Set<string>();
    const stopped = new Set<string>();
    for (let after = ''; !this.#isStopping;) {
      const rows = await readPhones(pool, after, pageSize);
      for (const row of rows) seen.add(this.#put(row, changes));
      after = rows.at(-1)?.number ?? '';
      if (rows.length < pageSize) break;
      await breathe();
    }
    for (let after = ''; !this.#isStopping;) {
      const keys = await readOptOuts(pool, after, pageSize);
      for (const key of keys) stopped.add(key.startsWith('+') ? phoneHash(key) : key);
      after = keys.at(-1) ?? '';
      if (keys.length < pageSize) break;
      await breathe();
    }
    for (const key of this.#phones.keys()) if (!seen.has(key)) this.#drop(key, changes);
    for (const key of stopped) this.#setOptedOut(key, true, changes);
    for (const key of this.#optedOut) if (!stopped.has(key)) this.#setOptedOut(key, false, changes);
    this.#readAt = readAt;
    await this.#keep(changes);
  }

  async #readSome(keys: string[]): Promise<void> {
    const { pool, phoneHash } = this.#parts;
    const changes = new Map<string, string | null>();
    const [rows, stopped] = await Promise.all([readSomePhones(pool, keys), readSomeOptOuts(pool, keys)]);
    const found = new Set(rows.map((row) => this.#put(row, changes)));
    for (const key of keys) {
      const hash = key.startsWith('+') ? phoneHash(key) : key;
      if (!found.has(hash)) this.#drop(hash, changes);
      this.#setOptedOut(hash, stopped.includes(key), changes);
    }
    await this.#keep(changes);
  }

  #put(row: PhoneRow, changes: Map<string, string | null>): string {
    const { number, phoneId, userId, isVerified, awaitsYes, status, answersUntil } = row;
    const key = this.#parts.phoneHash(number);
    const entry: z.infer<typeof Entry> = [
      phoneId,
      userId,
      isVerified,
      awaitsYes,
      status,
      answersUntil?.getTime() ?? null,
    ];
    const body = JSON.stringify(entry);
    if (this.#phones.get(key) !== body) {
      this.#phones.set(key, body);
      changes.set(key, body);
    }
    return key;
  }

  #drop(key: string, changes: Map<string, string | null>): void {
    if (this.#phones.delete(key)) changes.set(key, null);
  }

  #setOptedOut(key: string, isOut: boolean, changes: Map<string, string | null>): void {
    if (this.#optedOut.has(key) === isOut) return;
    if (isOut) this.#optedOut.add(key);
    else this.#optedOut.delete(key);
    changes.set(`o:${key}`, isOut ? optedOut : null);
  }

  /** Only what changed is written, and not all at once: the write holds up everything else. */
  async #keep(changes: Map<string, string | null>): Promise<void> {
    const entries = [...changes];
    for (let from = 0; from === 0 || from < entries.length; from += pageSize) {
      this.#parts.journal.writeEligibility(new Map(entries.slice(from, from + pageSize)), this.#readAt);
      await breathe();
    }
  }
}
