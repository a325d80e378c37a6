import { mailName } from '#server/domain/mail-name.ts';
import type { Log } from '#server/observability/log.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Payments } from '#server/providers/ports/payments.ts';
import type { ProviderError } from '#server/providers/ports/provider-error.ts';

import { allowPayments, type AllowPaymentsDeps } from '../events/allow-payments.ts';
import { onPaymentsFailure } from '../on-payments-failure.ts';
import { cancelAtPeriodEnd, cancelImmediately } from './cancel.ts';
import { type FreeMonthsDeps, type GivenMonths, giveFreeMonths } from './free-months.ts';
import { hasPaidInvoice } from './operator-actions.repo.ts';
import { readPayer } from './subscriptions.repo.ts';

export type OperatorActionDeps = FreeMonthsDeps & {
  readonly payments: Pick<
    Payments,
    'updateCustomer' | 'refundInvoice' | 'creditCustomer' | 'listSubscriptions' | 'cancelNow' | 'cancelAtPeriodEnd'
  > &
    AllowPaymentsDeps['payments'];
  readonly log: Log;
};

/** What an operator can do about one account's payments. Each action may be repeated and takes effect once. */
export type CustomerActions = {
  /** Refunds what is left of a payment of this account. @returns a sentence; @throws AppError */
  refund(userId: string, invoiceId: string): Promise<string>;
  /**
   * Gives free months, as a credit on the next renewals or as free time, once per `actionId`. @returns a sentence;
   * @throws AppError
   */
  comp(userId: string, given: GivenMonths): Promise<string>;
  /** Ends the plan. @returns a sentence; @throws AppError */
  cancel(userId: string, when: 'now' | 'period_end'): Promise<string>;
  /**
   * Lets an account and its cards pay again after a dispute or a fraud warning. @returns a sentence; @throws AppError
   */
  allowPayments(userId: string): Promise<string>;
  /** Changes the name and email of the account's customer, if it has one. @throws AppError */
  updateCustomer(userId: string, details: { readonly name: string; readonly email: string }): Promise<void>;
};

/**
 * The operator's actions, through the payment provider; the local mirror and the list of payments follow its events. Free
 * time is ours alone.
 */
export function customerActions(deps: OperatorActionDeps): CustomerActions {
  const onFailure = onPaymentsFailure(deps.log, errorForOperator);
  return {
    refund: (userId, invoiceId) => refund(deps, userId, invoiceId).catch(onFailure),
    comp: (userId, given) => giveFreeMonths(deps, userId, given).catch(onFailure),
    cancel: (userId, when) => cancel(deps, userId, when).catch(onFailure),
    allowPayments: (userId) => allowPayments(deps, userId).catch(onFailure),
    updateCustomer: (userId, details) => updateCustomer(deps, userId, details).catch(onFailure),
  };
}

async function updateCustomer(
  { db, payments }: OperatorActionDeps,
  userId: string,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<void> {
  const customer = (await readPayer(db, userId))?.customer ?? null;
  if (customer !== null) await payments.updateCustomer(customer, { name: mailName(name), email });
}

async function refund({ db, payments }: OperatorActionDeps, userId: string, invoiceId: string): Promise<string> {
  if (!(await hasPaidInvoice(db, userId, invoiceId)))
    throw new AppError('not_found', 'This customer has no such payment.');
  const outcome = await payments.refundInvoice(invoiceId);
  if (outcome === 'unpaid') {
    throw new AppError('conflict', 'No card was charged for this payment, so there is nothing to refund.');
  }
  return outcome === 'refunded'
    ? 'Payment refunded. The bank takes five to ten days. The plan continues.'
    : 'This payment was already refunded. Nothing more was paid back.';
}

async function cancel(deps: OperatorActionDeps, userId: string, when: 'now' | 'period_end'): Promise<string> {
  const isDone = when === 'now' ? await cancelImmediately(deps, userId) : await cancelAtPeriodEnd(deps, userId);
  if (!isDone) throw new AppError('not_found', 'This customer has no plan that can be canceled this way.');
  return when === 'now'
    ? 'The plan has ended. Nothing was refunded. To pay back the last payment, use Refund.'
    : 'The plan ends when the paid period ends.';
}

/** Says what the operator can rely on after a failure of the provider. */
function errorForOperator(error: ProviderError): AppError {
  const { kind, code } = error;
  if (code === 'idempotency_error') {
    const message =
      'You changed your choice after an attempt that may have gone through. Close this and check the customer in the Stripe Dashboard first.';
    return new AppError('conflict', message, { cause: error });
  }
  if (kind === 'rejected') {
    const why = code !== undefined && /^[a-z_]+$/.test(code) ? ` (${code})` : '';
    const message = `Stripe refused this${why}. Nothing was changed. Look at the customer in the Stripe Dashboard.`;
    return new AppError('conflict', message, { cause: error });
  }
  const message = 'Stripe didn’t confirm this. Press the button again: it happens only once, however often you try.';
  return new AppError('upstream_unavailable', message, { cause: error });
}
