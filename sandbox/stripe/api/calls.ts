import type { ApiCall } from '../wire/call.ts';
import { accountCalls } from './account.ts';
import { catalogCalls } from './catalog.ts';
import { checkoutCalls } from './checkout.ts';
import { customerCalls } from './customers.ts';
import { invoiceCalls } from './invoices.ts';
import { paymentCalls } from './payments.ts';
import { portalCalls } from './portal.ts';
import { subscriptionCalls } from './subscriptions.ts';

/** Every call of the API that is simulated. */
export const calls: readonly ApiCall[] = [
  ...accountCalls,
  ...catalogCalls,
  ...checkoutCalls,
  ...customerCalls,
  ...invoiceCalls,
  ...paymentCalls,
  ...portalCalls,
  ...subscriptionCalls,
];
