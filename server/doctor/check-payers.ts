import { counted } from '#contract/counted.ts';
import { findUnownedSubscriptions } from '#server/billing/subscription/reconcile.job.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { fault, type Finding, ok } from './finding.ts';
import { readDatabase } from './read-database.ts';

/** Checks that everyone who pays has an account. Silent where `readDatabase` is. */
export async function checkPayers(databaseUrl: string, payments: Payments): Promise<Finding[]> {
  return readDatabase({ url: databaseUrl, queryTimeoutMs: 30_000 }, async ({ db }) => {
    const orphans = await findUnownedSubscriptions({ db, payments });
    if (orphans.length === 0) return [ok('Everyone who pays has an account.')];
    const which = counted(orphans.length, 'paid subscription belongs', 'paid subscriptions belong');
    const says = `${which} to no account.`;
    return [fault(says, 'Run npm run payers -- list, then adopt or end each of them (docs/backup.md).')];
  });
}
