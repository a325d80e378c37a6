import { change, type Account } from '../account.ts';
import { newDispute, newEarlyFraudWarning } from '../objects/chargeback.ts';
import { newId } from '../objects/ids.ts';
import type { Charge, Customer } from '../objects/types.ts';
import { invalid } from '../wire/errors.ts';

/** Opens a dispute over the customer's last payment. */
export function disputeLastCharge(account: Account, customer: Customer): void {
  const charge = lastCharge(account, customer);
  const dispute = newDispute({ id: newId('du'), created: account.now(customer.id), charge });
  account.records.put('dispute', dispute);
  change(account, 'charge', charge, { disputed: true });
  account.emit('charge.dispute.created', dispute);
}

/** Issues an early fraud warning about the customer's last payment. */
export function warnOfLastCharge(account: Account, customer: Customer): void {
  const charge = lastCharge(account, customer);
  const warning = newEarlyFraudWarning({ id: newId('issfr'), created: account.now(customer.id), charge });
  account.records.put('early_fraud_warning', warning);
  account.emit('radar.early_fraud_warning.created', warning);
}

function lastCharge(account: Account, customer: Customer): Charge {
  const paid = [...account.records.all('charge')].filter((charge) => charge.customer === customer.id && charge.paid);
  const last = paid.at(-1);
  if (last === undefined) throw invalid('This customer has not paid anything yet.');
  return last;
}
