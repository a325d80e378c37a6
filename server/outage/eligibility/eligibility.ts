import { setImmediate as breathe } from 'node:timers/promises';

import { z } from 'zod';

import { stripeStatuses } from '#contract/subscription.ts';
import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import type { Listener } from '#server/db/listen.ts';
import type { Runner } from '#server/db/statement.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import type { Sender } from '#server/platform/eligibility.ts';
import type { PhoneHash } from '#server/texting/store/phone-hash.ts';

import type { Journal } from '../journal/journal.repo.ts';
import { EligibilitySnapshot } from './eligibility-snapshot.ts';
import { type ConsentRow, readConsents, readPhones, readSomeConsents, readSomePhones } from './eligibility.repo.ts';
import type { PhoneRow } from './eligibility.repo.ts';
import { PendingConsents } from './pending-consents.ts';

type Deps = {
  readonly pool: Runner;
  readonly journal: Journal;
  readonly listener: Pick<Listener, 'on'>;
  readonly phoneHash: PhoneHash;
  readonly log: Log;
};

type KnownPhone = Sender & { readonly id: string; readonly awaitsYes: boolean };

/** A number in the snapshot, compact because there may be a million. Times are Unix milliseconds. */
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
/** An older snapshot is not used: subscriptions may have changed too much. */
const ageMaxMs = 24 * 60 * 60_000;
const batchMs = 100;

/**
 * A snapshot of the numbers that may be answered and of those that opted out, in memory and in the journal's file, by
 * hashed number. It is notified of every change and reads everything again once a minute. While the database is
 * unavailable, replies are decided by it.
 *
 * A read adds to the snapshot at any point but removes only once it is complete, because it may end early, by shutdown or
 * by an outage. Only a START removes an opt-out, whether it is in the database or in the journal.
 */
export class Eligibility {
  readonly #deps: Deps;
  readonly #snapshot: EligibilitySnapshot;
  readonly #pending = new PendingConsents();
  #changed = new Set<string>();
  #reading: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #batch: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { journal, listener } = deps;
    this.#snapshot = new EligibilitySnapshot(journal);
    for (const { type, body } of journal.entries('consents')) {
      if (type === 'inbound.insert' && body.consent !== null) this.noteConsent(body.sid, body.sender, body.consent);
    }
    listener.on('eligibility', { onNotify: (key) => this.#queueChange(key), onListening: () => this.refresh() });
  }

  /** Whether the snapshot is recent enough to use. */
  get isFresh(): boolean {
    return Date.now() - this.#snapshot.readAt <= ageMaxMs;
  }

  /** Reads everything now and every minute, while the database is available. */
  start(): void {
    this.refresh();
    this.#timer = setInterval(() => this.refresh(), refreshMs);
  }

  /** Aborts a full read; changes already notified are still read. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    clearTimeout(this.#batch);
    this.#readChanged();
    await this.#reading;
  }

  /** The account that a number belongs to; null for an unknown number, and for all once the snapshot is too old. */
  find(phone: string): KnownPhone | null {
    if (!this.isFresh) return null;
    const entry = this.#snapshot.phone(this.#deps.phoneHash(phone));
    const parsed = entry === undefined ? null : Entry.safeParse(JSON.parse(entry));
    if (!parsed?.success) return null;
    const [id, userId, isVerified, awaitsYes, status, until] = parsed.data;
    const subscription = status === null || until === null ? null : { status, answersUntil: new Date(until) };
    return { id, userId, isVerified, awaitsYes, subscription };
  }

  isOptedOut(phone: string): boolean {
    return this.#snapshot.isOptedOut(this.#deps.phoneHash(phone));
  }

  /** Whether a phone opted out by a text that is not in the database yet; null where the database is current. */
  pendingOptOut(phone: string): boolean | null {
    const hash = this.#deps.phoneHash(phone);
    return this.#pending.has(hash) ? this.#snapshot.isOptedOut(hash) : null;
  }

  isStillOwned(phone: string, phoneId: string): boolean {
    return this.find(phone)?.id === phoneId;
  }

  /**
   * Applies a STOP or START received while the database is unavailable: immediately, across restarts, and until the
   * database has it.
   * @param sid the text, which is in the journal
   */
  noteConsent(sid: string, phone: string, consent: Consent): void {
    const hash = this.#deps.phoneHash(phone);
    this.#pending.add(sid, hash, phone);
    this.#snapshot.setOptedOutNow(hash, consent === 'withdrawn');
  }

  /** The database now has these texts of the journal: its consents for their senders apply again once they are read. */
  applied(sids: Iterable<string>): void {
    for (const sid of sids) {
      const phone = this.#pending.applied(sid);
      if (phone !== null) this.#queueChange(phone);
    }
  }

  /** Reads everything again; reads run one after another. */
  refresh(): void {
    this.#enqueue(() => this.#readAll());
  }

  #queueChange(key: string): void {
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
      // The snapshot stays as it is; the next read comes in a minute, or when the listener reconnects.
      if (isDatabaseUnavailable(error)) return;
      this.#deps.log.warn(
        { event: 'eligibility_not_read', ...errorFields(error) },
        'the eligibility snapshot was not updated',
      );
    }
  }

  async #readAll(): Promise<void> {
    const { pool } = this.#deps;
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
      this.#snapshot.keepPhones(phones);
      this.#removeOptOuts(consents);
      await this.#snapshot.write(readAt);
    } finally {
      await this.#snapshot.write();
    }
  }

  /** @returns whether all pages were read; false after `stop` */
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

  /** @param keys numbers, or hashes of numbers whose account was deleted */
  async #readSome(keys: string[]): Promise<void> {
    const { pool, phoneHash } = this.#deps;
    const hashes = new Set(keys.map((key) => (key.startsWith('+') ? phoneHash(key) : key)));
    const applied = [...hashes].filter((hash) => this.#pending.isApplied(hash));
    const [rows, consentRows] = await Promise.all([
      readSomePhones(pool, keys),
      readSomeConsents(pool, [...new Set([...keys, ...hashes])]),
    ]);
    const found = new Set(rows.map((row) => this.#put(row)));
    for (const key of keys) {
      // A hash says nothing about the number's account, which may exist again.
      if (key.startsWith('+') && !found.has(phoneHash(key))) this.#snapshot.dropPhone(phoneHash(key));
    }
    for (const hash of applied) this.#pending.release(hash);
    const consents = new Map<string, boolean>();
    for (const row of consentRows) this.#collect(row, consents);
    this.#removeOptOuts(consents);
    await this.#snapshot.write();
  }

  #put({ number, phoneId, userId, isVerified, awaitsYes, status, answersUntil }: PhoneRow): string {
    const hash = this.#deps.phoneHash(number);
    const until = answersUntil?.getTime() ?? null;
    const entry: z.infer<typeof Entry> = [phoneId, userId, isVerified, awaitsYes, status, until];
    this.#snapshot.setPhone(hash, JSON.stringify(entry));
    return hash;
  }

  /** Applies opt-outs immediately. A number may have two rows, its own and its hash's: one opt-out is enough. */
  #collect({ key, isOptedOut }: ConsentRow, consents: Map<string, boolean>): void {
    const hash = key.startsWith('+') ? this.#deps.phoneHash(key) : key;
    const isOut = isOptedOut || (consents.get(hash) ?? false);
    consents.set(hash, isOut);
    if (isOut && !this.#pending.has(hash)) this.#snapshot.setOptedOut(hash, true);
  }

  /** Applies opt-ins: numbers of which no row says that they opted out. */
  #removeOptOuts(consents: ReadonlyMap<string, boolean>): void {
    for (const [hash, isOut] of consents) {
      if (!isOut && !this.#pending.has(hash)) this.#snapshot.setOptedOut(hash, false);
    }
  }
}
