import { setImmediate as breathe } from 'node:timers/promises';

import type { Runner } from '#server/db/statement.ts';
import type { PhoneHash } from '#server/texting/store/phone-hash.ts';

import type { EligibilitySnapshot } from './eligibility-snapshot.repo.ts';
import { readConsents, readPhones } from './eligibility.repo.ts';
import { encodePhone, isSame, keyOf, partCount, phoneBytes, RecordParts } from './records.ts';

type FullReadDeps = {
  readonly pool: Runner;
  readonly phoneHash: PhoneHash;
  readonly snapshot: EligibilitySnapshot;
  /** Ends the read early. */
  readonly signal: AbortSignal;
  /** Whether the database's consent for this key is outdated, by the key's name. */
  readonly isPending: (name: string) => boolean;
};

const pageSize = 2000;
const [optedIn, optedOut] = [Uint8Array.of(0), Uint8Array.of(1)];

/**
 * Reads all numbers and opt-outs, and brings the snapshot in line with them. Both are read before anything is removed: a
 * read that fails adds what it has read and removes nothing. Only a row that says so removes an opt-out.
 * @returns whether everything was read; false after an abort
 * @throws the database's error
 */
export async function readEverything(deps: FullReadDeps): Promise<boolean> {
  const { pool, phoneHash, signal } = deps;
  const phones = new RecordParts(phoneBytes);
  const consents = new RecordParts(1);
  let isComplete = false;
  try {
    await readPages(
      signal,
      (after) => readPhones(pool, after, pageSize),
      ({ number }) => number,
      (row) => phones.add(keyOf(phoneHash(row.number)), encodePhone(row)),
    );
    await readPages(
      signal,
      (after) => readConsents(pool, after, pageSize),
      ({ key }) => key,
      ({ key, isOptedOut }) =>
        consents.add(keyOf(key.startsWith('+') ? phoneHash(key) : key), isOptedOut ? optedOut : optedIn),
    );
    isComplete = !signal.aborted;
  } finally {
    await merge(deps, phones, consents, isComplete);
  }
  return isComplete;
}

async function readPages<Row>(
  signal: AbortSignal,
  read: (after: string) => Promise<Row[]>,
  keyOfRow: (row: Row) => string,
  take: (row: Row) => void,
): Promise<void> {
  for (let after = ''; !signal.aborted;) {
    const rows = await read(after);
    for (const row of rows) take(row);
    const last = rows.at(-1);
    if (rows.length < pageSize || last === undefined) return;
    after = keyOfRow(last);
    await breathe();
  }
}

/** Part by part, each in one transaction, because a write blocks the process. */
async function merge(
  { snapshot, isPending }: FullReadDeps,
  phones: RecordParts,
  consents: RecordParts,
  isComplete: boolean,
): Promise<void> {
  for (let part = 0; part < partCount; part += 1) {
    const found = phones.of(part, (_one, other) => other);
    const known = snapshot.phonesOf(part);
    const changed = new Map<string, Uint8Array | null>();
    for (const [name, record] of found) if (!isSame(known.get(name), record)) changed.set(name, record);
    if (isComplete) for (const name of known.keys()) if (!found.has(name)) changed.set(name, null);
    // A number may have two rows, its own and its hash's: one opt-out is enough.
    const choices = consents.of(part, (one, other) => (one[0] === optedOut[0] ? one : other));
    const knownOptOuts = snapshot.optOutsOf(part);
    const optOuts = new Map<string, boolean>();
    for (const [name, choice] of choices) {
      const isOut = choice[0] === optedOut[0];
      if (isOut !== knownOptOuts.has(name) && (isOut || isComplete) && !isPending(name)) optOuts.set(name, isOut);
    }
    snapshot.write({ phones: changed, optOuts });
    await breathe();
  }
}
