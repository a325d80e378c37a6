import { AppError } from '#server/platform/errors.ts';

import { findAccount } from '../accounts.repo.ts';
import type { AccountDeps } from '../dependencies.ts';
import { endAccess } from '../identity/credentials.repo.ts';
import { makeEmailAvailable } from '../sign-up/sign-up.ts';
import { type Details, type Earlier, isSameMailbox, writeDetails } from './correct-account.repo.ts';

type Correction = {
  readonly userId: string;
  readonly wanted: Details;
  /** What the operator saw; undefined from a page that does not say it. */
  readonly seen: Details | undefined;
};

/**
 * Corrects the name or email of an account, for an operator; what someone else changed since the operator looked stays.
 * A new email is unproven until its owner confirms it: every session ends, both addresses get an email, and a first
 * password code to the new one also removes the phone (docs/reference/security.md#t31). The payment provider goes first:
 * what it refuses is changed nowhere. Idempotent.
 * @param updateCustomer makes the same change to the account's customer at the payment provider
 * @returns a sentence
 * @throws AppError `not_found`, or `conflict` for an email in use or a change by someone else; ProviderError
 */
export async function correctAccount(
  deps: AccountDeps,
  { userId, wanted, seen }: Correction,
  updateCustomer: (details: Details) => Promise<void>,
): Promise<string> {
  const account = await findAccount(deps.db, userId);
  if (account === null) throw unknownError();
  const from = { name: account.name, email: account.email };
  const to = seen === undefined ? applyUnseen(from, wanted) : apply(from, wanted, seen);
  if (!isSameMailbox(from.email, to.email)) await refuseTaken(deps, userId, to.email);
  await updateCustomer(to);
  const earlier = await write(deps, userId, { from, to }).catch(async (error: unknown) => {
    // Another correction was faster: the payment provider, which already has this one, gets that one back.
    const now = error instanceof AppError ? await findAccount(deps.db, userId) : null;
    if (now !== null) await updateCustomer(now);
    throw error;
  });
  if (isSameMailbox(earlier.email, to.email))
    return 'Saved. The email is the same, so nothing has to be confirmed again.';
  deps.securityLog.info({ event: 'email_corrected', user: userId }, 'an operator changed the email of an account');
  return 'Saved. We emailed a link to the new address and a notice to the old one, and logged out every device.';
}

/** The details of an account after a correction. */
function apply(now: Details, wanted: Details, seen: Details): Details {
  function field(name: keyof Details): string {
    if (wanted[name] === seen[name]) return now[name];
    if (now[name] !== seen[name] && now[name] !== wanted[name]) throw changedError();
    return wanted[name];
  }
  return { name: field('name'), email: field('email') };
}

/** The same without what the operator saw: where both differ, one may be what someone else has replaced since. */
function applyUnseen(now: Details, wanted: Details): Details {
  if (now.name !== wanted.name && now.email !== wanted.email) throw unseenError();
  return wanted;
}

/** Refuses an email in use. An unproven sign-up with it does not count: it is deleted. */
async function refuseTaken(deps: AccountDeps, userId: string, email: string): Promise<void> {
  const isAvailable = await makeEmailAvailable(deps, email);
  if (!isAvailable || !(await deps.identity.isEmailFree(userId, email))) throw takenError();
}

type Change = Parameters<typeof writeDetails>[2];

async function write({ db, identity, mails, ledger }: AccountDeps, userId: string, change: Change): Promise<Earlier> {
  return db.transaction().execute(async (transaction) => {
    const earlier = await writeDetails(transaction, userId, change);
    if (earlier === null) throw unknownError();
    if (earlier === 'changed') throw changedError();
    if (earlier === 'taken') throw takenError();
    await identity.accountChanged(userId, transaction);
    if (isSameMailbox(earlier.email, change.to.email)) return earlier;
    await endAccess(transaction, userId);
    await mails.queue({ kind: 'confirm_email', userId }, transaction);
    const recipient = { name: earlier.isEmailProven ? earlier.name : '', address: earlier.email };
    await mails.queue({ kind: 'email_changed', userId, recipient }, transaction);
    ledger.note({ kind: 'email_corrected', key: userId, at: new Date() });
    return earlier;
  });
}

function unknownError(): AppError {
  return new AppError('not_found', 'No account matches. Nothing was changed.');
}

function changedError(): AppError {
  return new AppError(
    'conflict',
    'Someone else changed this account meanwhile. Nothing was changed. Find the customer again.',
  );
}

function unseenError(): AppError {
  return new AppError(
    'conflict',
    'This page is older than our last update. Nothing was changed. Reload it, and find the customer again.',
  );
}

function takenError(): AppError {
  const message = 'Another account uses this email. Nothing was changed.';
  return new AppError('conflict', message, { fields: { email: message } });
}
