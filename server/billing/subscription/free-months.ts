import { FREE_MONTHS_MAX } from '#contract/admin-customer.ts';
import { planDay } from '#contract/plan-day.ts';
import type { Db } from '#server/db/client.ts';
import type { MailQueue } from '#server/domain/ports/mail-queue.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Ledger } from '#server/platform/ledger.ts';
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

export type FreeMonthsDeps = {
  readonly db: Db;
  readonly payments: Pick<Payments, 'creditCustomer'>;
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
  /** What the operator was told would happen; undefined for a caller that was not told. */
  readonly as?: 'credit' | 'free_time' | undefined;
};

const changed = 'The customer’s plan has changed since you opened this. Nothing was given. Find the customer again.';
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
  const { months, actionId, as } = given;
  // First: a plan chosen since must not turn a repetition into a credit.
  const earlier = await readFreePeriod(db, actionId);
  if (earlier !== null) return sentenceFor(earlier, userId, months);
  const [payer, price] = await Promise.all([readPayer(db, userId), readMonthPrice(db, userId)]);
  if (payer === null || payer.isClosed) {
    throw new AppError('not_found', 'This account is deleted or being deleted. Nothing was given.');
  }
  if (price === null) {
    if (as === 'credit') throw new AppError('conflict', changed);
    return giveFreeTime(deps, { id: actionId, userId, months });
  }
  if (as === 'free_time') throw new AppError('conflict', changed);
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

async function giveFreeTime(deps: FreeMonthsDeps, wanted: Omit<FreePeriod, 'answersUntil'>): Promise<string> {
  const { db, mails, ledger, welcome } = deps;
  const { id, userId, months } = wanted;
  const period = await db.transaction().execute(async (transaction) => {
    const added = await addFreePeriod(transaction, wanted);
    if (added === null) return null;
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
 * Gives the free time again that a ledger entry names, in a restored database. Idempotent.
 * @returns whether the account is there
 */
export async function giveFreeTimeAgain(db: Db, key: string): Promise<boolean> {
  const [userId = '', id = '', months = '', until = ''] = key.split('/');
  if (!isUuid(userId) || !isUuid(id)) return false;
  return restoreFreePeriod(db, { userId, id, months: Number(months), answersUntil: new Date(Number(until)) });
}

/** The free time of an account, and what more of it would be, for the operator. Times are ISO 8601. */
export async function viewFreeTime(
  db: Db,
  userId: string,
): Promise<{ readonly freeUntil: string | null; readonly freeMonthsUntil: string[] | null }> {
  const [until, ends] = await Promise.all([readFreeUntil(db, userId), previewFreeTime(db, userId, FREE_MONTHS_MAX)]);
  return { freeUntil: until?.toISOString() ?? null, freeMonthsUntil: ends?.map((end) => end.toISOString()) ?? null };
}
