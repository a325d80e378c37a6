import type { ApiCall } from '../wire/call.ts';
import { accountCalls } from './accounts.ts';
import { checkoutCalls } from './checkout.ts';
import { customerCalls } from './customers.ts';
import { eventCalls } from './events.ts';
import { invoiceCalls } from './invoices.ts';
import { paymentCalls } from './payments.ts';
import { portalConfigurationCalls } from './portal-configurations.ts';
import { portalCalls } from './portal.ts';
import { priceCalls } from './prices.ts';
import { productCalls } from './products.ts';
import { subscriptionCalls } from './subscriptions.ts';
import { webhookEndpointCalls } from './webhook-endpoints.ts';

/** Every API call that the sandbox emulates. */
export const calls: readonly ApiCall[] = [
  ...accountCalls,
  ...checkoutCalls,
  ...customerCalls,
  ...eventCalls,
  ...invoiceCalls,
  ...paymentCalls,
  ...portalCalls,
  ...portalConfigurationCalls,
  ...priceCalls,
  ...productCalls,
  ...subscriptionCalls,
  ...webhookEndpointCalls,
];
