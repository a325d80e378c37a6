import { setImmediate as breathe } from 'node:timers/promises';

import { z } from 'zod';

import { stripeStatuses } from '#contract/subscription.ts';
import type { Listener } from '#server/db/listen.ts';
import type { Runner } from '#server/db/statement.ts';
import { isDatabaseAway } from '#server/platform/database-away.ts';
import type { Sender } from '#server/platform/eligibility.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import type { PhoneHash } from '#server/texting/phone-hash.ts';

import type { Journal } from '../journal/journal.repo.ts';
import { EligibilityCopy } from './eligibility-copy.ts';
import { type ConsentRow, readConsents, readPhones, readSomeConsents, readSomePhones } from './eligibility.repo.ts';
import type { PhoneRow } from './eligibility.repo.ts';
import { PendingConsents } from './pending-consents.ts';

type Parts = {
  readonly pool: Runner;
  readonly journal: Journal;
  readonly listener: Pick<Listener, 'on'>;
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

type Consent = 'given' | 'withdrawn';

const pageSize = 2000;
const refreshMs = 60_000;
/** Older than this the copy answers for no one: who pays may be someone else by then. */
const ageMaxMs = 24 * 60 * 60_000;
const batchMs = 100;

/**
 * A copy of who may be answered and who opted out, in memory and in the journal's file, by hashed number. It hears of
 * every change, reads everything again once a minute, and is what texts are judged by while the database is away.
 *
 * A reading adds to the copy at any point, and takes away only once it has seen everything: it may end early, by a stop
 * or with the database. An opt-out goes only by a START, whether the database or the journal has it.
 */
export class Eligibility {
  readonly #parts: Parts;
  readonly #copy: EligibilityCopy;
  readonly #pending = new PendingConsents();
  #changed = new Set<string>();
  #reading: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #batch: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { journal, listener } = parts;
    this.#copy = new EligibilityCopy(journal);
    for (const { type, body } of journal.lines('consents')) {
      if (type === 'inbound.insert' && body.consent !== null) this.noteConsent(body.sid, body.sender, body.consent);
    }
    listener.on('eligibility', { onNotify: (key) => this.#hear(key), onListening: () => this.refresh() });
  }

  /** Whether it may be judged by. */
  get isFresh(): boolean {
    return Date.now() - this.#copy.readAt <= ageMaxMs;
  }

  /** Reads everything now and every minute, as far as the database is there. */
  start(): void {
    this.refresh();
    this.#timer = setInterval(() => this.refresh(), refreshMs);
  }

  /** Ends a long reading early; what has just changed is still read. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    clearTimeout(this.#batch);
    this.#readChanged();
    await this.#reading;
  }

  /** The account that a number belongs to; null for a stranger, and for everyone once the copy is too old. */
  find(phone: string): KnownPhone | null {
    if (!this.isFresh) return null;
    const entry = this.#copy.phone(this.#parts.phoneHash(phone));
    const parsed = entry === undefined ? null : Entry.safeParse(JSON.parse(entry));
    if (!parsed?.success) return null;
    const [id, userId, isVerified, awaitsYes, status, until] = parsed.data;
    const subscription = status === null || until === null ? null : { status, answersUntil: new Date(until) };
    return { id, userId, isVerified, awaitsYes, subscription };
  }

  isOptedOut(phone: string): boolean {
    return this.#copy.isOptedOut(this.#parts.phoneHash(phone));
  }

  /** What a phone said by a text that is not in the database yet; null where the database knows. */
  pendingOptOut(phone: string): boolean | null {
    const hash = this.#parts.phoneHash(phone);
    return this.#pending.has(hash) ? this.#copy.isOptedOut(hash) : null;
  }

  isStillOwned(phone: string, phoneId: string): boolean {
    return this.find(phone)?.id === phoneId;
  }

  /**
   * A STOP or a START that came in while the database is away counts at once, after a restart, and until the database
   * has it.
   * @param sid the text, which is in the journal
   */
  noteConsent(sid: string, phone: string, consent: Consent): void {
    const hash = this.#parts.phoneHash(phone);
    this.#pending.add(sid, hash, phone);
    this.#copy.setOptedOutNow(hash, consent === 'withdrawn');
  }

  /** The database has these texts of the journal: what it says of their senders counts again, once it is read. */
  applied(sids: Iterable<string>): void {
    for (const sid of sids) {
      const phone = this.#pending.applied(sid);
      if (phone !== null) this.#hear(phone);
    }
  }

  /** Reads everything again, one reading at a time. */
  refresh(): void {
    this.#enqueue(() => this.#readAll());
  }

  #hear(key: string): void {
    this.#changed.add(key);
    this.#batch ??= setTimeout(() => this.#readChanged(), batchMs);
  }

  #readChanged(): void {
    this.#batch = undefined;
    if (this.#changed.size === 0) return;
    const keys = [...this.#changed];
    this.#changed = new Set();
    this.#enqueue(() => this.#readSome(keys));
  }

  #enqueue(read: () => Promise<void>): void {
    this.#reading = this.#after(this.#reading, read);
  }

  async #after(earlier: Promise<void>, read: () => Promise<void>): Promise<void> {
    await earlier;
    try {
      await read();
    } catch (error) {
      // The copy stays as it is; the next reading comes in a minute, or when listening begins again.
      if (isDatabaseAway(error)) return;
      this.#parts.log.warn({ event: 'eligibility_not_read', ...errorFields(error) }, 'the copy stays as it was');
    }
  }

  async #readAll(): Promise<void> {
    const { pool } = this.#parts;
    const readAt = Date.now();
    const phones = new Set<string>();
    const consents = new Map<string, boolean>();
    try {
      const hasAllPhones = await this.#readPages(
        (after) => readPhones(pool, after, pageSize),
        ({ number }) => number,
        (row) => phones.add(this.#put(row)),
      );
      const hasAllConsents = await this.#readPages(
        (after) => readConsents(pool, after, pageSize),
        ({ key }) => key,
        (row) => this.#collect(row, consents),
      );
      if (!hasAllPhones || !hasAllConsents) return;
      this.#copy.keepPhones(phones);
      this.#takeBackIn(consents);
      await this.#copy.write(readAt);
    } finally {
      await this.#copy.write();
    }
  }

  /** @returns whether all pages were read: the stop ends it early */
  async #readPages<Row>(
    read: (after: string) => Promise<Row[]>,
    keyOf: (row: Row) => string,
    take: (row: Row) => void,
  ): Promise<boolean> {
    for (let after = ''; !this.#isStopping;) {
      const rows = await read(after);
      for (const row of rows) take(row);
      const last = rows.at(-1);
      if (rows.length < pageSize || last === undefined) return true;
      after = keyOf(last);
      await breathe();
    }
    return false;
  }

  /** @param keys numbers, or hashes of numbers whose account is gone */
  async #readSome(keys: string[]): Promise<void> {
    const { pool, phoneHash } = this.#parts;
    const hashes = new Set(keys.map((key) => (key.startsWith('+') ? phoneHash(key) : key)));
    const applied = [...hashes].filter((hash) => this.#pending.isApplied(hash));
    const [rows, consentRows] = await Promise.all([
      readSomePhones(pool, keys),
      readSomeConsents(pool, [...new Set([...keys, ...hashes])]),
    ]);
    const found = new Set(rows.map((row) => this.#put(row)));
    for (const key of keys) {
      // A hash alone says nothing of the number, which may have an account again.
      if (key.startsWith('+') && !found.has(phoneHash(key))) this.#copy.dropPhone(phoneHash(key));
    }
    for (const hash of applied) this.#pending.release(hash);
    const consents = new Map<string, boolean>();
    for (const row of consentRows) this.#collect(row, consents);
    this.#takeBackIn(consents);
    await this.#copy.write();
  }

  #put({ number, phoneId, userId, isVerified, awaitsYes, status, answersUntil }: PhoneRow): string {
    const hash = this.#parts.phoneHash(number);
    const until = answersUntil?.getTime() ?? null;
    const entry: z.infer<typeof Entry> = [phoneId, userId, isVerified, awaitsYes, status, until];
    this.#copy.setPhone(hash, JSON.stringify(entry));
    return hash;
  }

  /** An opt-out counts at once. A number may have two rows, its own and its hash's: one opt-out of them is enough. */
  #collect({ key, isOptedOut }: ConsentRow, consents: Map<string, boolean>): void {
    const hash = key.startsWith('+') ? this.#parts.phoneHash(key) : key;
    const isOut = isOptedOut || (consents.get(hash) ?? false);
    consents.set(hash, isOut);
    if (isOut && !this.#pending.has(hash)) this.#copy.setOptedOut(hash, true);
  }

  /** Who opted in again: of all rows that a number may have, none says that it opted out. */
  #takeBackIn(consents: ReadonlyMap<string, boolean>): void {
    for (const [hash, isOut] of consents) {
      if (!isOut && !this.#pending.has(hash)) this.#copy.setOptedOut(hash, false);
    }
  }
}
