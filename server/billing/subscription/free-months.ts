import { FREE_MONTHS_MAX } from '#contract/admin-customer.ts';
import { planDay } from '#contract/plan-day.ts';
import type { Db } from '#server/db/client.ts';
import type { MailQueue } from '#server/domain/ports/mail-queue.ts';
import { dayMs } from '#server/platform/durations.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Ledger, LedgerEntry } from '#server/platform/ledger.ts';
import { isUuid } from '#server/platform/uuid.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import {
  addFreePeriod,
  type FreePeriod,
  previewFreeTime,
  readFreePeriod,
  readFreeUntil,
  restoreFreePeriod,
} from './free-periods.repo.ts';
import { readMonthPrice } from './operator-actions.repo.ts';
import { readPayer } from './subscriptions.repo.ts';
import { syncUnlessGone } from './sync.ts';

export type FreeMonthsDeps = {
  readonly db: Db;
  readonly payments: Pick<Payments, 'creditCustomer' | 'listSubscriptions'>;
  readonly mails: Pick<MailQueue, 'queue'>;
  readonly ledger: Pick<Ledger, 'note'>;
  /** Queues the welcome of the account, which is idempotent, in the transaction that gives the time. */
  readonly welcome: (userId: string, transaction: Db) => Promise<void>;
};

/** Free months that an operator gives. */
export type GivenMonths = {
  readonly months: number;
  /** The operator's decision: under the same one, nothing more is given. */
  readonly actionId: string;
  /** What the operator was told would happen; undefined for a page that knows only credits. */
  readonly as?: 'credit' | 'free_time' | undefined;
  /** Until when the operator was told that free time would last (ISO 8601). */
  readonly until?: string | undefined;
};

const changed = 'The customer has changed since you opened this. No free time was given. Find the customer again.';
const renewsNoMore =
  'This customer has no plan that will renew at a price that we know, so no credit was given now. If an earlier attempt wasn’t confirmed, look for its credit in the Stripe Dashboard. Then find the customer again.';
const otherChoice =
  'You changed your choice after an attempt that went through. Close this and find the customer again.';

/**
 * Gives free months, once per `actionId`: to a plan that renews as a credit on the next renewals, to any other account
 * as time of our own, which Stripe knows nothing of (docs/decisions/0047-free-time.md).
 * @returns a sentence
 * @throws AppError, ProviderError
 */
export async function giveFreeMonths(deps: FreeMonthsDeps, userId: string, given: GivenMonths): Promise<string> {
  const { db, payments } = deps;
  const { months, actionId, as, until } = given;
  // First: a plan chosen since must not turn a repetition into a credit.
  const earlier = await readFreePeriod(db, actionId);
  if (earlier !== null) return sentenceFor(earlier, userId, months);
  const payer = await readPayer(db, userId);
  if (payer === null || payer.isClosed) {
    throw new AppError('not_found', 'This account is deleted or being deleted. Nothing was given.');
  }
  // The mirror may be late: free time must not run next to a plan that was just paid.
  if (payer.customer !== null) await syncUnlessGone(deps, payer.customer);
  const price = await readMonthPrice(db, userId);
  if (as === 'free_time') {
    if (price !== null) throw new AppError('conflict', changed);
    return giveFreeTime(deps, { id: actionId, userId, months }, until);
  }
  if (price === null) throw new AppError('conflict', renewsNoMore);
  if (payer.customer === null) throw notCredited();
  const { amount, currency } = price;
  await payments.creditCustomer({
    customer: payer.customer,
    amount: amount * months,
    currency,
    key: `comp:${actionId}`,
  });
  return 'Credit added. Renewals use it up before the card is charged.';
}

async function giveFreeTime(
  deps: FreeMonthsDeps,
  wanted: Omit<FreePeriod, 'answersUntil'>,
  until: string | undefined,
): Promise<string> {
  const { db, mails, ledger, welcome } = deps;
  const { id, userId, months } = wanted;
  const period = await db.transaction().execute(async (transaction) => {
    const added = await addFreePeriod(transaction, wanted);
    if (added === null) return null;
    // Another operator gave some meanwhile: the decision was about another day.
    if (until !== undefined && Math.abs(added.answersUntil.getTime() - Date.parse(until)) > 2 * dayMs) {
      throw new AppError('conflict', changed);
    }
    await mails.queue({ kind: 'free_time', userId, onceKey: `free_time:${id}` }, transaction);
    await welcome(userId, transaction);
    ledger.note({ kind: 'free_time', key: ledgerKey(added), at: new Date() });
    return added;
  });
  const given = period ?? (await readFreePeriod(db, id));
  // A plan that renews at a price that we do not know.
  if (given === null) throw notCredited();
  return sentenceFor(given, userId, months);
}

function notCredited(): AppError {
  return new AppError(
    'conflict',
    'This customer’s plan renews, but we don’t know what a month of it costs. Nothing was given. Add a credit in the Stripe Dashboard.',
  );
}

function sentenceFor(period: FreePeriod, userId: string, months: number): string {
  if (period.userId !== userId || period.months !== months) throw new AppError('conflict', otherChoice);
  return `Free time given. Texts are answered until ${planDay(period.answersUntil.toISOString())}. We emailed the customer.`;
}

/** How the ledger names a period: ids, months and its end. */
function ledgerKey({ userId, id, months, answersUntil }: FreePeriod): string {
  return [userId, id, months, answersUntil.getTime()].join('/');
}

/**
 * Gives the free time again that a ledger entry names, in a database restored from a backup of `madeAt`. Idempotent.
 * @returns whether the backup was without it, and the account has it now
 */
export async function giveFreeTimeAgain(
  db: Db,
  { key, at }: Pick<LedgerEntry, 'key' | 'at'>,
  madeAt: Date,
): Promise<boolean> {
  const [userId = '', id = '', months = '', until = ''] = key.split('/');
  if (!isUuid(userId) || !isUuid(id)) return false;
  const period = { userId, id, months: Number(months), answersUntil: new Date(Number(until)) };
  const restored = await restoreFreePeriod(db, period, at);
  return restored === 'given' || (restored === 'known' && at > madeAt);
}

/** The free time of an account, and what more of it would be, for the operator. Times are ISO 8601. */
export async function viewFreeTime(
  db: Db,
  userId: string,
): Promise<{ readonly freeUntil: string | null; readonly freeMonthsUntil: string[] | null }> {
  const [until, ends] = await Promise.all([readFreeUntil(db, userId), previewFreeTime(db, userId, FREE_MONTHS_MAX)]);
  return { freeUntil: until?.toISOString() ?? null, freeMonthsUntil: ends?.map((end) => end.toISOString()) ?? null };
}
