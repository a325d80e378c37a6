import type { SubscriptionStatus } from '#server/db/schema.ts';
import type { Sender } from '#server/domain/eligibility.ts';

import type { PhoneRow } from './eligibility.repo.ts';

/**
 * The records of the eligibility snapshot. They are small, because there may be millions: a phone is 51 bytes with its
 * key, where its row as JSON took 230.
 */

/** What the snapshot knows of a number. */
export type KnownPhone = Sender & { readonly id: string; readonly awaitsYes: boolean };

/** Enough of a keyed hash of 256 bits that two of a billion numbers never share it. */
export const keyBytes = 12;

/** @param hash of a number (texting/store/phone-hash.ts): `h:` and 64 hexadecimal digits */
export function keyOf(hash: string): Uint8Array {
  return Buffer.from(hash.slice(2, 2 + 2 * keyBytes), 'hex');
}

export const phoneBytes = 39;
const place = { id: 0, userId: 16, flags: 32, until: 33 };
const flag = { isVerified: 0x10, awaitsYes: 0x20, status: 0x0f };

/** On disk: a number is never given to another status. 0: no subscription. */
const statusCodes: Readonly<Record<SubscriptionStatus, number>> = {
  active: 1,
  trialing: 2,
  past_due: 3,
  unpaid: 4,
  canceled: 5,
  incomplete: 6,
  incomplete_expired: 7,
  paused: 8,
};
const statusOf = new Map(Object.entries(statusCodes).map(([status, code]) => [code, status as SubscriptionStatus]));

/** The record of a number that belongs to an account. */
export function encodePhone({ phoneId, userId, isVerified, awaitsYes, status, answersUntil }: PhoneRow): Uint8Array {
  const record = Buffer.alloc(phoneBytes);
  record.write(phoneId.replaceAll('-', ''), place.id, 'hex');
  record.write(userId.replaceAll('-', ''), place.userId, 'hex');
  const code = status === null || answersUntil === null ? 0 : statusCodes[status];
  record[place.flags] = code | (isVerified ? flag.isVerified : 0) | (awaitsYes ? flag.awaitsYes : 0);
  // Stripe's times are after 1970, and 48 bits of milliseconds end in the year 10889.
  record.writeUIntBE(Math.max(0, answersUntil?.getTime() ?? 0), place.until, 6);
  return record;
}

/** @returns null for a record of another shape */
export function decodePhone(bytes: Uint8Array): KnownPhone | null {
  const record = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const flags = record[place.flags];
  if (record.length !== phoneBytes || flags === undefined) return null;
  const status = statusOf.get(flags & flag.status);
  return {
    id: uuidAt(record, place.id),
    userId: uuidAt(record, place.userId),
    isVerified: (flags & flag.isVerified) !== 0,
    awaitsYes: (flags & flag.awaitsYes) !== 0,
    subscription: status === undefined ? null : { status, answersUntil: new Date(record.readUIntBE(place.until, 6)) },
  };
}

function uuidAt(record: Buffer, start: number): string {
  return record.toString('hex', start, start + 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Whether two records are equal; an absent one is `undefined` or null. */
export function isSame(before: Uint8Array | undefined, after: Uint8Array | null): boolean {
  if (before === undefined || after === null) return before === undefined && after === null;
  return Buffer.compare(before, after) === 0;
}

/** By first byte of the key: a part of a large snapshot is a few thousand records, read and written together. */
export const partCount = 256;

/** Records of one size that are collected in any order and read part by part, in a buffer for each part. */
export class RecordParts {
  readonly #size: number;
  readonly #parts: { buffer: Buffer; length: number }[];

  /** @param bodyBytes the size of a record without its key */
  constructor(bodyBytes: number) {
    this.#size = keyBytes + bodyBytes;
    this.#parts = Array.from({ length: partCount }, () => ({ buffer: Buffer.alloc(0), length: 0 }));
  }

  add(key: Uint8Array, body: Uint8Array): void {
    const part = this.#parts[key[0] ?? 0];
    if (part === undefined) return;
    if (part.length + this.#size > part.buffer.length) {
      const larger = Buffer.alloc(Math.ceil(part.buffer.length * 1.25) + 8 * this.#size);
      part.buffer.copy(larger);
      part.buffer = larger;
    }
    part.buffer.set(key, part.length);
    part.buffer.set(body, part.length + keyBytes);
    part.length += this.#size;
  }

  /** The records of a part, by key (`nameOf`); of several with one key, `merge` makes one. */
  of(part: number, merge: (one: Uint8Array, other: Uint8Array) => Uint8Array): Map<string, Uint8Array> {
    const records = new Map<string, Uint8Array>();
    const { buffer, length } = this.#parts[part] ?? { buffer: Buffer.alloc(0), length: 0 };
    for (let start = 0; start < length; start += this.#size) {
      const name = nameOf(buffer.subarray(start, start + keyBytes));
      const body = buffer.subarray(start + keyBytes, start + this.#size);
      const earlier = records.get(name);
      records.set(name, earlier === undefined ? body : merge(earlier, body));
    }
    return records;
  }
}

/** A key as a string, for maps; strings compare like keys. */
export function nameOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.length).toString('latin1');
}

/** The key of a name. */
export function keyOfName(name: string): Uint8Array {
  return Buffer.from(name, 'latin1');
}
