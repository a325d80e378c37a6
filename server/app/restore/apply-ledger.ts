import { findAccount } from '#server/accounts/accounts.repo.ts';
import { closeAccount, hasDeletion } from '#server/accounts/deletion/deletion.repo.ts';
import { forgetNumberAgain } from '#server/accounts/deletion/forget-number.ts';
import { findHolder } from '#server/accounts/phones/phones.repo.ts';
import { releasedSince } from '#server/accounts/phones/release-phone.repo.ts';
import { releasePhoneAgain } from '#server/accounts/phones/release-phone.ts';
import { accountDeps, type Deps } from '#server/app/dependencies.ts';
import { giveFreeTimeAgain } from '#server/billing/subscription/free-months.ts';
import type { LedgerEntry } from '#server/platform/ledger.ts';
import {
  applyConsents,
  knownNumbers,
  noteDeparted,
  tracedNumbers,
} from '#server/texting/recovery/restored-texts.repo.ts';

/**
 * What the ledger knew that the backup does not, however many passes it took: a pass that failed later made no report.
 */
export type LedgerLearned = {
  /** How many numbers opted out or in. */
  readonly consents: number;
  /** How many accounts were closed again. */
  readonly closed: number;
  /** The accounts whose number was released again. */
  readonly released: readonly string[];
  /** How many numbers were forgotten again. */
  readonly forgotten: number;
  /** How many periods of free time were given again. */
  readonly freePeriods: number;
};

/** Allows for clock differences, and for a deletion being noted before its commit. */
const clockToleranceMs = 10 * 60_000;

/**
 * The entries since the backup. The backup itself knows whether what an older one says was committed: a failed deletion
 * deleted nothing, and its owner may have stayed.
 */
export function entriesSince(entries: readonly LedgerEntry[], madeAt: Date): LedgerEntry[] {
  return entries.filter(({ at }) => at.getTime() > madeAt.getTime() - clockToleranceMs);
}

/** Does again what the ledger has from the time since the backup, except for corrected emails. Repeatable. */
export async function applyLedger(deps: Deps, entries: readonly LedgerEntry[], madeAt: Date): Promise<LedgerLearned> {
  const { pool, db, phoneHash: hash } = deps;
  const numbers = numbersOf(entries, await knownNumbers(pool), hash);
  const consents = entries
    .filter(({ kind }) => kind === 'stop' || kind === 'start')
    .map(({ kind, key, at }) => ({ key, number: numbers.get(key) ?? null, isOptOut: kind === 'stop', at }));
  await applyConsents(pool, consents);
  const recent = entriesSince(entries, madeAt);
  const closed = new Set<string>();
  for (const { key, at } of recent.filter(({ kind }) => kind === 'deleted')) {
    const isClosed = await db.transaction().execute((transaction) => closeAccount(transaction, key, hash));
    if (isClosed || (at > madeAt && (await hasDeletion(db, key)))) closed.add(key);
  }
  // Accounts first: a number that was forgotten may have been released before that, or left with its account.
  const released = await releaseAgain(deps, recent);
  const forgotten = await forgetAgain(deps, recent, madeAt);
  let freePeriods = 0;
  for (const entry of recent.filter(({ kind }) => kind === 'free_time')) {
    freePeriods += Number(await giveFreeTimeAgain(db, entry, madeAt));
  }
  await noteDeparted(
    pool,
    recent.filter(({ kind }) => kind === 'left'),
  );
  return {
    consents: new Set(consents.map(({ key }) => key)).size,
    closed: closed.size,
    released: [...new Set([...released, ...forgotten.released])],
    forgotten: forgotten.count,
    freePeriods,
  };
}

/** The numbers that these entries are about, by their hashes. */
function numbersOf(
  entries: readonly LedgerEntry[],
  numbers: readonly string[],
  hash: (number: string) => string,
): Map<string, string> {
  const keys = new Set(entries.map(({ key }) => key));
  const found = new Map<string, string>();
  for (const number of numbers) {
    const key = hash(number);
    if (keys.has(key)) found.set(key, number);
  }
  return found;
}

/**
 * Releases the numbers again: their new holders must not be answered on the plans of their earlier owners.
 * @returns the accounts that have no number now, also those of an earlier pass that failed later
 */
async function releaseAgain(deps: Deps, recent: readonly LedgerEntry[]): Promise<string[]> {
  const released: string[] = [];
  for (const { key, at } of recent.filter(({ kind }) => kind === 'phone_released')) {
    await releasePhoneAgain(accountDeps(deps), key, at);
    if ((await findAccount(deps.db, key))?.verifiedPhone === null) released.push(key);
  }
  return released;
}

/**
 * Forgets the numbers again. No account had the number when it was forgotten: one that has it in the backup gave it up
 * since, by a change of phone that the ledger does not have, so it is released.
 * @returns how many numbers, and the accounts that had one, also those of an earlier pass
 */
async function forgetAgain(
  deps: Deps,
  recent: readonly LedgerEntry[],
  madeAt: Date,
): Promise<{ count: number; released: string[] }> {
  const entries = recent.filter(({ kind }) => kind === 'forgotten');
  if (entries.length === 0) return { count: 0, released: [] };
  const numbers = numbersOf(entries, await tracedNumbers(deps.pool), deps.phoneHash);
  const forgotten = new Set<string>();
  const released: string[] = [];
  for (const { key, at } of entries) {
    const number = numbers.get(key);
    if (number === undefined) continue;
    const holder = await findHolder(deps.db, number);
    if (holder?.isVerified === true) await releasePhoneAgain(accountDeps(deps), holder.userId, at);
    released.push(...(await releasedSince(deps.db, number, madeAt)));
    if (await forgetNumberAgain(deps, number, at)) forgotten.add(key);
  }
  return { count: forgotten.size, released };
}
