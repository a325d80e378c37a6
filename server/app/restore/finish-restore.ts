import { counted } from '#contract/counted.ts';
import { listOperators, type OperatorRow } from '#server/admin/operators/operators.repo.ts';
import { createDeps, type Deps } from '#server/app/dependencies.ts';
import { listJobs } from '#server/app/jobs.ts';
import { BackupError } from '#server/backup/backup-error.ts';
import { endRestore, restoreInProgress, type Restoring } from '#server/backup/restore-mode.repo.ts';
import { type UnownedSubscription, reconcileSubscriptions } from '#server/billing/subscription/reconcile.job.ts';
import type { Config } from '#server/config/config.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import { hourMs } from '#server/platform/durations.ts';
import { type LedgerEntry, readLedger } from '#server/platform/ledger.ts';
import { type RestoredTexts, restoreTexts } from '#server/texting/recovery/restored-texts.ts';
import { listServiceNumbers } from '#server/texting/service-numbers.repo.ts';

import { phoneHashProbe } from '../dump-facts.ts';
import { applyLedger, entriesSince, type LedgerLearned } from './apply-ledger.ts';
import { type CorrectedEmails, correctEmails } from './correct-emails.ts';

/** `withoutLedger`: restore although the ledger of opt-outs and deletions since the backup is lost. */
export type FinishOptions = { readonly withoutLedger: boolean };

/**
 * Brings a restored database up to date before the product may answer: opt-outs and deletions since the backup, the
 * journals of this machine, what the carrier received and sent since, and who pays. Each step can be repeated; if one
 * fails, the database stays in restore mode.
 * @returns the report for the operator
 * @throws {BackupError}, {SchemaError}, ProviderError, or the database's error
 */
export async function finishRestore(config: Config, options: FinishOptions): Promise<string> {
  const { url } = config.database;
  const restoring = await restoreInProgress(url);
  if (restoring === null) {
    throw new BackupError('No restore is in progress in this database.', 'Start one: npm run restore -- FILE.');
  }
  const entries = ledgerOf(config, restoring, options);
  const deps = createDeps({ ...config, database: { ...config.database, connectionsMax: 6 } }, queryTimeoutMs);
  try {
    // The load may have ended right before its migrations, and a database that another tool set back has had none.
    await migrateToLatest(deps.db);
    const caughtUp = await catchUp(deps, entries, restoring.madeAt);
    await deps.bufferedCounters.flush();
    await deps.alerts.stop();
    await endRestore(url);
    return report(restoring, caughtUp);
  } finally {
    await deps.outage.stop();
    await deps.close();
  }
}

async function catchUp(deps: Deps, entries: readonly LedgerEntry[], madeAt: Date): Promise<CaughtUp> {
  // Its jobs, such as removing the copies of a deleted account's texts, run after the start.
  await deps.jobQueue.start(listJobs(deps), false);
  try {
    const learned = await applyLedger(deps, entries, madeAt);
    // Journals know more about a text than the carrier's lists, which would otherwise be recorded first. The next start
    // applies what remains, and the journals of other machines.
    const { synced: journaled } = await deps.outage.sync();
    // Texts to a number removed from the settings since the backup count too.
    const serviceNumbers = [...new Set([...deps.ownNumbers, ...(await listServiceNumbers(deps.pool))])];
    const texts = await restoreTexts({ ...deps, serviceNumbers }, madeAt);
    const orphans = await reconcileSubscriptions(deps);
    // After accounts have their customers back.
    const emails = await correctEmails(deps, entriesSince(entries, madeAt));
    return { learned, journaled, texts, orphans, emails, operators: await listOperators(deps.db) };
  } finally {
    await deps.jobQueue.stop();
  }
}

/** @throws {BackupError} if the ledger, or the key of its hashes, is not that of the backup */
function ledgerOf(config: Config, restoring: Restoring, { withoutLedger }: FinishOptions): LedgerEntry[] {
  if (phoneHashProbe(config) !== restoring.phoneHashProbe) {
    throw new BackupError(
      'PHONE_HASH_SECRET (or SESSION_SECRET, where that is unset) is not the one of the backup: opt-outs would be forgotten.',
      'Set it as it was, then run npm run restore -- --finish.',
    );
  }
  const entries = readLedger(config.backup.ledgerDir) ?? [];
  const isWhole = entries.some(({ at }) => at <= restoring.madeAt);
  if (isWhole || withoutLedger || !restoring.hasLedger) return entries;
  throw new BackupError(
    `The ledger in ${config.backup.ledgerDir} does not reach back to the backup: opt-outs and deletions since then are unknown.`,
    'Put the old ledger there (LEDGER_DIR) and run npm run restore -- --finish. If it is lost, add --without-ledger: ' +
      'the carrier still blocks the numbers that texted STOP to it; the others may be texted again.',
  );
}

/** For a database of a hundred million texts, while nothing else uses it. */
const queryTimeoutMs = hourMs;
type CaughtUp = {
  readonly learned: LedgerLearned;
  /** How many entries of journals were applied. */
  readonly journaled: number;
  readonly texts: RestoredTexts;
  readonly orphans: readonly UnownedSubscription[];
  readonly emails: CorrectedEmails;
  readonly operators: readonly OperatorRow[];
};

function report({ madeAt }: Restoring, caughtUp: CaughtUp): string {
  const { learned, journaled, texts, orphans, emails, operators } = caughtUp;
  const { handled, unanswered, sent, closed } = texts;
  return [
    `Restored the database of ${madeAt.toISOString()}. Since then:`,
    `  ${counted(learned.consents, 'number')} in the ledger opted out or in`,
    `  ${counted(learned.closed, 'account was deleted and is', 'accounts were deleted and are')} deleted again`,
    `  ${counted(learned.forgotten, 'number was forgotten and is', 'numbers were forgotten and are')} forgotten again`,
    ...(learned.freePeriods > 0 ? [tellFreePeriods(learned.freePeriods)] : []),
    ...(journaled > 0 ? [tellJournaled(journaled)] : []),
    `  ${counted(handled, 'text was', 'texts were')} received and handled; ${counted(sent, 'was', 'were')} sent; ${counted(closed, 'that was', 'that were')} open in the backup had been sent`,
    `  ${counted(unanswered, 'text has', 'texts have')} no reply yet and will get one`,
    `  ${counted(orphans.length, 'paid subscription has', 'paid subscriptions have')} no account${orphans.length > 0 ? ':' : ''}`,
    ...orphans.map(({ customer, subscription }) => `    ${customer} (${subscription})`),
    ...(orphans.length > 0 ? ['  Run npm run payers -- list to give them an account, or to end them.'] : []),
    ...reportReleased(learned.released),
    ...reportEmails(emails),
    ...reportOperators(operators),
    'Start Askline.',
  ].join('\n');
}

function tellFreePeriods(count: number): string {
  return `  free time was given ${counted(count, 'time')} and is given again`;
}

function tellJournaled(count: number): string {
  const which = 'of the journals on this machine';
  return `  ${counted(count, `entry ${which} was`, `entries ${which} were`)} applied`;
}

function reportReleased(accounts: readonly string[]): string[] {
  if (accounts.length === 0) return [];
  const said =
    accounts.length === 1
      ? 'The phone number of 1 account was released and is released again; its owner gets an email:'
      : `The phone numbers of ${accounts.length} accounts were released and are released again; their owners get an email:`;
  return [
    `  ${said}`,
    ...accounts.map((id) => `    ${id}`),
    '  An owner who added another number since must add it again on the dashboard.',
  ];
}

function reportEmails({ corrected, uncorrected }: CorrectedEmails): string[] {
  const again = [
    `  ${tellCorrected(corrected)} again, as Stripe has it. Check it and the name (Find a customer, with the ID):`,
    ...corrected.map((id) => `    ${id}`),
  ];
  const old = [
    `  ${tellCorrected(uncorrected)}; the old one may be back, which may be someone else's mailbox:`,
    ...uncorrected.map((id) => `    ${id}`),
    '  Correct it right after the start (Find a customer, with the ID; Correct Name or Email). Until then that mailbox can',
    '  reset the password, which removes the phone.',
  ];
  return [...(corrected.length > 0 ? again : []), ...(uncorrected.length > 0 ? old : [])];
}

function tellCorrected(accounts: readonly string[]): string {
  return `${counted(accounts.length, 'account had its email', 'accounts had their emails')} corrected`;
}

/** Operators are not in the ledger, so those disabled or reset since can use their old passwords again. */
function reportOperators(operators: readonly OperatorRow[]): string[] {
  const enabled = operators.filter(({ disabledAt }) => disabledAt === null);
  if (enabled.length === 0) return [];
  return [
    `  These operators can log in to the admin area: ${enabled.map(({ name }) => name).join(', ')}`,
    '  Before you start, disable those who left since the backup, and reset those whom you reset since',
    '  (npm run operator -- disable NAME, or reset NAME). Until then their old passwords work.',
  ];
}
