import type { FastifyInstance } from 'fastify';

import { html } from '../../pages/html.ts';
import { page, sendPage } from '../../pages/shell.ts';
import type { Account } from '../account.ts';
import { intentOf } from '../billing/invoices.ts';
import { money } from '../billing/lookups.ts';
import { collectFor } from '../billing/renewal.ts';
import { ACCOUNT_NAME } from '../objects/invoice.ts';
import type { Invoice } from '../objects/types.ts';
import { missing } from '../wire/errors.ts';
import { day } from './checkout-page.ts';

type Visit = { Params: { id: string; key: string } };

/** The hosted page of an invoice, with a payment button while it is open. */
export function serveInvoicePages(app: FastifyInstance, account: Account): void {
  app.get<Visit>('/i/:id/:key', async ({ params, url }, reply) => {
    return sendPage(reply, invoicePage(invoiceAt(account, params.id, url), null));
  });

  app.post<Visit>('/i/:id/:key', async ({ params, url }, reply) => {
    const invoice = invoiceAt(account, params.id, url);
    const of = invoice.parent?.subscription_details?.subscription;
    const subscription = typeof of === 'string' ? account.records.get('subscription', of) : undefined;
    // Stripe takes the payment of an open invoice whatever became of its subscription.
    const isOpen = invoice.status === 'open' && subscription !== undefined;
    const isPaid = isOpen && collectFor(account, subscription, invoice, 'authenticated');
    const declined = isOpen ? intentOf(account, invoice)?.last_payment_error?.message : undefined;
    const reason = declined ?? 'This invoice can no longer be paid here.';
    return sendPage(reply, invoicePage(invoice, isPaid || invoice.status === 'paid' ? null : reason));
  });
}

/** The invoice of an address; the key in the address protects it. */
function invoiceAt(account: Account, id: string, path: string): Invoice {
  const invoice = account.records.get('invoice', id);
  if (!invoice?.hosted_invoice_url?.endsWith(path)) throw missing('invoice', id);
  return invoice;
}

function invoicePage(invoice: Invoice, failure: string | null): string {
  const { currency } = invoice;
  const body = html`<main class="narrow">
    <div class="card stack">
      <div class="row between">
        <strong>${ACCOUNT_NAME}</strong
        ><span class="chip ${invoice.status === 'paid' ? 'ok' : 'warn'}">${invoice.status}</span>
      </div>
      <h1>Invoice ${invoice.number}</h1>
      ${failure !== null && html`<p class="alert" role="alert">${failure}</p>`}
      <dl class="facts">
        <dt>Date</dt>
        <dd>${day(invoice.created)}</dd>
        <dt>Billed to</dt>
        <dd>${invoice.customer_name ?? invoice.customer_email ?? invoice.customer ?? ''}</dd>
      </dl>
      <table>
        <thead>
          <tr>
            <th>Description</th>
            <th>Amount</th>
          </tr>
        </thead>
        <tbody>
          ${invoice.lines.data.map(
            (line) =>
              html`<tr>
                <td>${line.description}</td>
                <td class="numbers">${money(line.amount, currency)}</td>
              </tr>`,
          )}
          <tr>
            <td><strong>Total</strong></td>
            <td class="numbers"><strong>${money(invoice.total, currency)}</strong></td>
          </tr>
        </tbody>
      </table>
      ${invoice.status === 'open' && html`<form method="post"><button class="primary">Pay ${money(invoice.amount_remaining, currency)} with the saved card</button></form>`}
    </div>
  </main>`;
  return page({
    title: `Invoice ${invoice.number}`,
    banner: 'This simulates Stripe’s invoice page. No real money moves.',
    body,
    styles: ['payments'],
  });
}
