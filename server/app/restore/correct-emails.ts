import { CorrectAccountBody } from '#contract/admin-customer.ts';
import { findAccount } from '#server/accounts/accounts.repo.ts';
import { isSameMailbox } from '#server/accounts/email/correct-account.repo.ts';
import { correctAccount } from '#server/accounts/email/correct-account.ts';
import { endEmailProof } from '#server/accounts/email/email-proof.repo.ts';
import { accountDeps, type Deps } from '#server/app/dependencies.ts';
import { readPayer } from '#server/billing/subscription/subscriptions.repo.ts';
import { AppError } from '#server/platform/errors.ts';
import type { LedgerEntry } from '#server/platform/ledger.ts';

/** Accounts whose email an operator corrected since the backup, by id. */
export type CorrectedEmails = {
  /** Corrected again. */
  readonly corrected: readonly string[];
  /** They have the earlier email, or may have it: an operator has to look, and to correct it once more. */
  readonly uncorrected: readonly string[];
};

/**
 * Corrects again the emails that an operator corrected since the backup. The ledger has no address, but the payment
 * provider was given the new one. Where it has none, the earlier mailbox may be someone else's, so its proof ends: a
 * password reset from it removes the phone (docs/reference/security.md#t31). Repeatable.
 * @param recent the entries since the backup
 * @throws ProviderError, or the database's error
 */
export async function correctEmails(deps: Deps, recent: readonly LedgerEntry[]): Promise<CorrectedEmails> {
  const corrected: string[] = [];
  const uncorrected: string[] = [];
  const newest = new Map<string, Date>();
  for (const { kind, key, at } of recent) {
    if (kind === 'email_corrected' && at >= (newest.get(key) ?? at)) newest.set(key, at);
  }
  for (const [userId, at] of newest) {
    const account = await findAccount(deps.db, userId);
    if (account === null) continue;
    const email = await emailAtProvider(deps, userId);
    // An earlier pass, or the backup, may have it already.
    const isDone = email !== null && isSameMailbox(email, account.email);
    if (isDone || (email !== null && (await correctAgain(deps, account, email)))) {
      corrected.push(userId);
      continue;
    }
    await endEmailProof(deps.db, userId, at);
    uncorrected.push(userId);
  }
  return { corrected, uncorrected };
}

async function emailAtProvider({ db, payments }: Deps, userId: string): Promise<string | null> {
  const customer = (await readPayer(db, userId))?.customer ?? null;
  if (customer === null) return null;
  const email = CorrectAccountBody.shape.email.safeParse((await payments.fetchCustomer(customer))?.email);
  return email.success ? email.data : null;
}

/** @returns false when another account has the email */
async function correctAgain(
  deps: Deps,
  { id, name }: { readonly id: string; readonly name: string },
  email: string,
): Promise<boolean> {
  const correction = { userId: id, wanted: { name, email }, seen: undefined };
  try {
    // The payment provider has it already.
    await correctAccount(accountDeps(deps), correction, () => Promise.resolve());
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false;
    throw error;
  }
}
