import { adoptPayer, findAccountWithSameEmail, type AccountWithSameEmail } from '#server/accounts/adopt-payer.repo.ts';
import { subscriptionsOf } from '#server/billing/subscription/end-billing.ts';
import { isOver } from '#server/billing/subscription/entitlement.ts';
import type { UnownedSubscription } from '#server/billing/subscription/reconcile.job.ts';
import { recordCustomer } from '#server/billing/subscription/subscriptions.repo.ts';
import { syncCustomer } from '#server/billing/subscription/sync.ts';
import type { Db } from '#server/db/client.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

type Deps = {
  readonly db: Db;
  readonly payments: Pick<Payments, 'fetchCustomer' | 'listSubscriptions' | 'deleteCustomer'>;
};

/**
 * Gives a paying customer an account: the one with the same address, otherwise a new one.
 * @returns a sentence for the operator
 * @throws {OperatorError}; ProviderError
 */
export async function adoptLostPayer(deps: Deps, { customer, userId }: UnownedSubscription): Promise<string> {
  const { db, payments } = deps;
  const person = await payments.fetchCustomer(customer);
  if (person === null || person.email === null)
    throw new OperatorError(`${customer} has no email address at Stripe.`, 'Add it there.');
  const { name, email } = person;
  const own = await findAccountWithSameEmail(db, email);
  if (own !== null) await giveCustomer(deps, own, customer);
  else if (!(await adoptPayer(db, { userId, customer, name, email }))) {
    throw new OperatorError(
      'The account of this customer is being deleted, or has another address now.',
      'Wait until it is deleted, or change the address at Stripe, then run this again.',
    );
  }
  await syncCustomer({ db, payments }, customer);
  return own === null
    ? `${customer} has an account. Write to the person: set a password by "Forgot password", then add the phone.`
    : `${customer} belongs to the account with the same address now.`;
}

async function giveCustomer({ db, payments }: Deps, own: AccountWithSameEmail, customer: string): Promise<void> {
  // Anyone can sign up with any address; only a confirmed one shows that the account is the payer's.
  if (!own.isProven) {
    throw new OperatorError(
      'The account with the address of this customer has not confirmed the address, so it may be a stranger’s.',
      'Ask the person to click the link in the email that confirms the address, or to use "Forgot password". Then run this again.',
    );
  }
  const { customer: replaced } = own;
  // Ask the provider: one click creates a customer, and most who never paid have no subscription.
  const subscriptions = replaced === null ? [] : await subscriptionsOf(payments, replaced);
  if (subscriptions.some(({ status }) => !isOver(status))) {
    throw new OperatorError(
      'Another account with the address of this customer pays already.',
      'Refund this one in the Stripe Dashboard, then end it: npm run payers -- end.',
    );
  }
  if ((await recordCustomer(db, own.id, { customer, replaced })) !== customer) {
    throw new OperatorError('The account with the address of this customer has just changed.', 'Run this again.');
  }
  // No account would delete it anymore.
  if (replaced !== null) await payments.deleteCustomer(replaced);
}
