import { newDispute, newEarlyFraudWarning } from '../objects/chargeback.ts';
import { newId } from '../objects/ids.ts';
import type { Charge, Customer } from '../objects/types.ts';
import { invalid } from '../wire/errors.ts';
import { change, type World } from '../world.ts';

/** The customer's bank takes the last payment back. */
export function disputeLastCharge(world: World, customer: Customer): void {
  const charge = lastCharge(world, customer);
  const dispute = newDispute({ id: newId('du'), created: world.now(customer.id), charge });
  world.book.put('dispute', dispute);
  change(world, 'charge', charge, { disputed: true });
  world.emit('charge.dispute.created', dispute);
}

/** The card network warns of the last payment. */
export function warnOfLastCharge(world: World, customer: Customer): void {
  const charge = lastCharge(world, customer);
  const warning = newEarlyFraudWarning({ id: newId('issfr'), created: world.now(customer.id), charge });
  world.book.put('early_fraud_warning', warning);
  world.emit('radar.early_fraud_warning.created', warning);
}

function lastCharge(world: World, customer: Customer): Charge {
  const paid = [...world.book.all('charge')].filter((charge) => charge.customer === customer.id && charge.paid);
  const last = paid.at(-1);
  if (last === undefined) throw invalid('This customer has not paid anything yet.');
  return last;
}
