import type Stripe from 'stripe';

import type { Log } from '#server/observability/log.ts';
import type { Payments } from '#server/providers/ports/payments.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { expectObject, expectOrMissing, nullIfMissing, paymentsError, rethrow } from './errors.ts';
import { idOf, readCheckout } from './read-objects.ts';
import { underKey } from './under-key.ts';

type CustomerCalls = Pick<
  Payments,
  | 'createCustomer'
  | 'updateCustomer'
  | 'hasCustomer'
  | 'fetchCustomer'
  | 'findCustomers'
  | 'openCheckout'
  | 'fetchCheckout'
  | 'expireCheckout'
  | 'openPortal'
  | 'cancelNow'
  | 'voidOpenInvoices'
  | 'cancelAtPeriodEnd'
  | 'refundNewestPayment'
  | 'refundInvoice'
  | 'creditCustomer'
  | 'deleteCustomer'
>;

type CustomerCallDeps = {
  readonly client: Stripe;
  /** Of portal sessions; null: the account's default. */
  readonly portalConfiguration: string | null;
  readonly log: Pick<Log, 'warn'>;
};

/** What we do at Stripe for one customer. */
export function customerCalls({ client, portalConfiguration, log }: CustomerCallDeps): CustomerCalls {
  return {
    async createCustomer({ userId, name, email, key }) {
      const details = { ...(name === null ? {} : { name }), email, metadata: { userId } };
      const customer = await underKey(key, (options) => client.customers.create(details, options)).catch(rethrow);
      return expectObject(customer, 'customer').id;
    },

    updateCustomer: (customer, details) => updateCustomer(client, customer, details),

    hasCustomer: (customer) => hasCustomer(client, customer),

    fetchCustomer: (customer) => fetchCustomer(client, customer),

    findCustomers: (userId) => findCustomers(client, userId),

    async openCheckout({ key, customer, userId, planId, priceId, terms, successUrl, cancelUrl }) {
      const metadata = { userId, plan: planId };
      const page: Stripe.Checkout.SessionCreateParams = {
        mode: 'subscription',
        customer,
        client_reference_id: userId,
        line_items: [{ price: priceId, quantity: 1 }],
        metadata,
        // Stripe does not copy a session's metadata to its subscription.
        subscription_data: { metadata },
        custom_text: { submit: { message: terms } },
        success_url: successUrl,
        cancel_url: cancelUrl,
      };
      const session = await underKey(key, (options) => client.checkout.sessions.create(page, options)).catch(rethrow);
      return readCheckout(session);
    },

    async fetchCheckout(id) {
      const session = await client.checkout.sessions.retrieve(id).catch(nullIfMissing);
      return session && readCheckout(session);
    },

    async expireCheckout(id) {
      const found = await client.checkout.sessions.retrieve(id).catch(nullIfMissing);
      if (found === null) return 'expired';
      const { status } = readCheckout(found);
      if (status !== 'open') return status;
      const session = await client.checkout.sessions.expire(id).catch(async (error: unknown) => {
        // Only an open session can be expired: a refusal means that it was paid, or expired, just now.
        if (paymentsError(error).kind !== 'rejected') return rethrow(error);
        return client.checkout.sessions.retrieve(id).catch(nullIfMissing);
      });
      return session === null ? 'expired' : readCheckout(session).status;
    },

    openPortal: ({ customer, returnUrl }) => {
      const own = portalConfiguration === null ? {} : { configuration: portalConfiguration };
      return openPortal(client, { customer, return_url: returnUrl, ...own });
    },

    ...subscriptionCalls({ client, log }),

    creditCustomer: (credit) => creditCustomer(client, credit),

    async deleteCustomer(customer) {
      expectOrMissing(await client.customers.del(customer).catch(nullIfMissing), 'customer');
    },
  };
}

type SubscriptionCall =
  | 'cancelNow'
  | 'voidOpenInvoices'
  | 'cancelAtPeriodEnd'
  | 'refundNewestPayment'
  | 'refundInvoice';
type VoidDeps = Pick<CustomerCallDeps, 'client' | 'log'>;

function subscriptionCalls({ client, log }: VoidDeps): Pick<CustomerCalls, SubscriptionCall> {
  return {
    async cancelNow(subscription) {
      const how = { invoice_now: false, prorate: false };
      expectOrMissing(await client.subscriptions.cancel(subscription, how).catch(nullIfMissing), 'subscription');
      // Not before the end: a past due subscription whose invoice is void becomes active.
      await voidOpenInvoices({ client, log }, subscription);
    },

    voidOpenInvoices: (subscription) => voidOpenInvoices({ client, log }, subscription),

    async cancelAtPeriodEnd(subscription) {
      const end = { cancel_at_period_end: true };
      expectOrMissing(await client.subscriptions.update(subscription, end).catch(nullIfMissing), 'subscription');
    },

    refundNewestPayment: (subscription, reason) => refundNewestPayment(client, subscription, reason),

    refundInvoice: (invoice) => refundInvoice(client, invoice, 'requested_by_customer'),
  };
}

/** The statuses in which an invoice can be paid, and voided. Stripe gives some up as uncollectible. */
const unpaidStatuses = ['open', 'uncollectible'] as const;

async function voidOpenInvoices({ client, log }: VoidDeps, subscription: string): Promise<void> {
  for (const status of unpaidStatuses) {
    const found = await client.invoices.list({ subscription, status, limit: 100 }).catch(nullIfMissing);
    for (const { id } of found === null ? [] : expectObject(found, 'list').data) {
      await voidInvoice({ client, log }, id);
    }
  }
}

async function voidInvoice({ client, log }: VoidDeps, invoice: string): Promise<void> {
  const voided = await client.invoices.voidInvoice(invoice).catch((error: unknown) => {
    const { kind, code } = paymentsError(error);
    if (kind === 'auth') {
      // A restricted key without this permission must not hold up an end or a deletion: a late payment is refunded.
      // Not with `errorFields`, whose provider and failure raise the alert that no plan can be bought.
      log.warn({ event: 'invoice_not_voided', code }, 'the payment provider does not let our key void invoices');
      return null;
    }
    // Only an unpaid invoice can be voided: a refusal means that it was paid, or voided, just now.
    return kind === 'rejected' ? null : rethrow(error);
  });
  expectOrMissing(voided, 'invoice');
}

async function updateCustomer(
  client: Stripe,
  customer: string,
  { name, email }: Parameters<Payments['updateCustomer']>[1],
): Promise<void> {
  // An empty name removes it.
  const changed = await client.customers.update(customer, { name: name ?? '', email }).catch(nullIfMissing);
  expectOrMissing(changed, 'customer');
}

async function hasCustomer(client: Stripe, customer: string): Promise<boolean> {
  const found = await client.customers.retrieve(customer).catch(nullIfMissing);
  return found !== null && expectObject(found, 'customer').deleted !== true;
}

async function fetchCustomer(client: Stripe, customer: string): ReturnType<Payments['fetchCustomer']> {
  const found = await client.customers.retrieve(customer).catch(nullIfMissing);
  if (found === null || found.deleted === true) return null;
  const { name = null, email } = expectObject(found, 'customer') as Stripe.Customer;
  return { name, email };
}

/** By the metadata: the account's address at Stripe may be an earlier one. Stripe's index lags up to an hour. */
async function findCustomers(client: Stripe, userId: string): Promise<string[]> {
  const query = `metadata['userId']:'${userId}'`;
  const found = expectObject(await client.customers.search({ query, limit: 100 }).catch(rethrow), 'search_result');
  // Stripe compares without regard to upper and lower case.
  return found.data.flatMap(({ id, metadata }) => (metadata['userId'] === userId ? [id] : []));
}

type Credit = Parameters<Payments['creditCustomer']>[0];

async function creditCustomer(client: Stripe, given: Credit): Promise<void> {
  const { customer, amount, currency, key } = given;
  // A negative amount is a credit: it lowers what the next invoices charge.
  const credit = { amount: -amount, currency, description: 'Free months', metadata: { key } };
  // Looked for before each try: one that Stripe made although it answered that it failed must not be given twice.
  const made = await underKey(key, async (options) =>
    (await hasCredit(client, given)) ? null : client.customers.createBalanceTransaction(customer, credit, options),
  ).catch(rethrow);
  if (made !== null) expectObject(made, 'customer_balance_transaction');
}

/** Whether a customer has the credit that was given under a key. @throws ProviderError if it is another credit */
async function hasCredit(client: Stripe, { customer, amount, key }: Credit): Promise<boolean> {
  // The newest are enough: a credit is tried again within minutes.
  const { data } = expectObject(await client.customers.listBalanceTransactions(customer, { limit: 100 }), 'list');
  const given = data.find(({ metadata }) => metadata?.['key'] === key);
  // As Stripe says it while it keeps the key.
  if (given !== undefined && given.amount !== -amount) {
    throw new ProviderError('payments', 'rejected', { code: 'idempotency_error' });
  }
  return given !== undefined;
}

type RefundReason = Parameters<Payments['refundNewestPayment']>[1];
/** Stripe refuses a key under which something else was asked for: one for each reason. */
const refundKeys: Readonly<Record<RefundReason, string>> = {
  fraudulent: 'refund',
  requested_by_customer: 'desk_refund',
};

async function refundNewestPayment(client: Stripe, subscription: string, reason: RefundReason): Promise<void> {
  const found = await client.subscriptions.retrieve(subscription).catch(nullIfMissing);
  const invoice = found === null ? null : expectObject(found, 'subscription').latest_invoice;
  if (invoice !== null) await refundInvoice(client, idOf(invoice), reason);
}

async function refundInvoice(client: Stripe, invoice: string, reason: RefundReason) {
  const payments = { invoice, status: 'paid', limit: 1 } as const;
  const { data } = expectObject(await client.invoicePayments.list(payments).catch(rethrow), 'list');
  const intent = data[0]?.payment.payment_intent;
  if (intent === undefined) return 'unpaid';
  const payment = idOf(intent);
  // Stripe refuses a second refund, so one that was made although Stripe answered that it failed is not made twice.
  const made = underKey(`${refundKeys[reason]}:${payment}`, async (options) =>
    expectObject(await client.refunds.create({ payment_intent: payment, reason }, options), 'refund'),
  );
  return made.then(
    () => 'refunded' as const,
    (error: unknown) => {
      if (paymentsError(error).code !== 'charge_already_refunded') rethrow(error);
      return 'already_refunded' as const;
    },
  );
}

async function openPortal(client: Stripe, params: Stripe.BillingPortal.SessionCreateParams): Promise<string> {
  const session = await client.billingPortal.sessions.create(params).catch(rethrow);
  return expectObject(session, 'billing_portal.session').url;
}
