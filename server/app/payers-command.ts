/** `npm run payers`: our subscriptions at Stripe that belong to no account, as after restoring a backup. */
import '#server/config/install-brand.ts';
import { planIds } from '#contract/plans.ts';
import { cancelRunning } from '#server/billing/subscription/cancel.ts';
import { findUnownedSubscriptions, type UnownedSubscription } from '#server/billing/subscription/reconcile.job.ts';
import { loadConfig } from '#server/config/config.ts';
import { type Db, withDatabase } from '#server/db/client.ts';
import { createLog } from '#server/observability/log.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import type { Payments } from '#server/providers/ports/payments.ts';
import { stripePayments } from '#server/providers/stripe/payments.ts';

import { adoptLostPayer } from './adopt-lost-payer.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run payers -- list             lists subscriptions at Stripe without an account
       npm run payers -- adopt CUSTOMER   gives the customer an account
       npm run payers -- end CUSTOMER     ends the customer's subscriptions, and deletes the customer at Stripe`;

type Deps = { readonly db: Db; readonly payments: Payments };

await runCommand(run);

async function run([command, customer]: readonly string[]): Promise<string> {
  if (command !== 'list' && !((command === 'adopt' || command === 'end') && customer !== undefined))
    throw new OperatorError(usage);
  const config = loadConfig();
  const payments = stripePayments({ ...config.payments, planIds, log: createLog(config.logLevel).log });
  return withDatabase({ url: config.database.url, connectionsMax: 2, queryTimeoutMs: 60_000 }, async ({ db }) => {
    const orphans = await findUnownedSubscriptions({ db, payments });
    if (command === 'list' || customer === undefined) return list(orphans);
    const orphan = orphans.find((one) => one.customer === customer);
    if (orphan === undefined) throw new OperatorError(`${customer} is not on the list.`, 'See npm run payers -- list.');
    return (command === 'adopt' ? adoptLostPayer : end)({ db, payments }, orphan);
  });
}

function list(orphans: readonly UnownedSubscription[]): string {
  if (orphans.length === 0) return 'Everyone who pays has an account.';
  return orphans.map(({ customer, subscription }) => `${customer}   ${subscription}`).join('\n');
}

async function end({ payments }: Deps, { customer }: UnownedSubscription): Promise<string> {
  await cancelRunning(payments, await payments.listSubscriptions(customer));
  await payments.deleteCustomer(customer);
  return `${customer} is no longer charged. A refund is made in the Stripe Dashboard.`;
}
