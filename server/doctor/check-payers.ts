import pg from 'pg';

import { findOrphans } from '#server/billing/subscription/reconcile.job.ts';
import { openDatabase } from '#server/db/client.ts';
import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import { databaseRefusal } from '#server/db/refusals.ts';
import { counted } from '#server/platform/counted.ts';
import type { Payments } from '#server/providers/ports/payments.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { fault, type Finding, ok } from './finding.ts';

/** Whether everyone who pays has an account. Silent where database or Stripe cannot be used: they have findings of their own. */
export async function checkPayers(databaseUrl: string, payments: Payments): Promise<Finding[]> {
  const limits = { connectionsMax: 1, connectTimeoutMs: 5000, queryTimeoutMs: 30_000 };
  const { db, close } = openDatabase({ url: databaseUrl, ...limits });
  try {
    const orphans = await findOrphans({ db, payments });
    if (orphans.length === 0) return [ok('Everyone who pays has an account.')];
    const which = counted(orphans.length, 'paid subscription belongs', 'paid subscriptions belong');
    const says = `${which} to no account.`;
    return [fault(says, 'Run npm run payers -- list, then adopt or end each of them (docs/backup.md).')];
  } catch (error) {
    const isNamed = error instanceof ProviderError || isDatabaseUnavailable(error) || databaseRefusal(error) !== null;
    if (isNamed || error instanceof pg.DatabaseError) return [];
    throw error;
  } finally {
    await close();
  }
}
