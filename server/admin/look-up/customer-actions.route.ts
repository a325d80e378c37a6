import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { AllowPaymentsBody, CancelPlanBody, CompBody, CustomerParams, RefundBody } from '#contract/admin-customer.ts';
import { DoneReply } from '#contract/user.ts';
import { errorReplies } from '#server/http/error-replies.ts';

import { asOperator, type OperatorDeps } from '../as-operator.ts';

export type CustomerActionDeps = OperatorDeps & {
  /** Each acts once, however often it is repeated. @returns a sentence; @throws AppError */
  readonly refund: (userId: string, invoiceId: string) => Promise<string>;
  readonly comp: (userId: string, given: { readonly months: number; readonly actionId: string }) => Promise<string>;
  readonly cancel: (userId: string, when: 'now' | 'period_end') => Promise<string>;
  readonly allowPayments: (userId: string) => Promise<string>;
};

/**
 * What an operator does with a customer's money and plan. The audit has the intent before anything is done:
 * without it, nothing is.
 */
export function customerActionRoutes(deps: CustomerActionDeps): FastifyPluginCallbackZod {
  const { access, refund, comp, cancel, allowPayments } = deps;
  const response = { 200: DoneReply, ...errorReplies };
  return function (app, _options, done) {
    app.post(
      '/api/admin/customers/:id/refund',
      {
        config: { access: 'operator', tag: 'Admin', summary: "Refunds a customer's payment." },
        onRequest: access.first,
        schema: { params: CustomerParams, body: RefundBody, response },
      },
      (request) => {
        const { reason, invoiceId } = request.body;
        return asOperator(deps, request, {
          name: 'refund',
          subject: `${request.params.id} ${invoiceId}`,
          reason,
          run: async () => ({ message: await refund(request.params.id, invoiceId) }),
        });
      },
    );

    app.post(
      '/api/admin/customers/:id/comp',
      {
        config: { access: 'operator', tag: 'Admin', summary: 'Gives a customer free months as a credit.' },
        onRequest: access.first,
        schema: { params: CustomerParams, body: CompBody, response },
      },
      (request) => {
        const { reason, months, actionId } = request.body;
        return asOperator(deps, request, {
          name: 'comp',
          subject: `${request.params.id} ${months} ${months === 1 ? 'month' : 'months'}`,
          reason,
          run: async () => ({ message: await comp(request.params.id, { months, actionId }) }),
        });
      },
    );

    app.post(
      '/api/admin/customers/:id/cancel',
      {
        config: { access: 'operator', tag: 'Admin', summary: "Cancels a customer's plan." },
        onRequest: access.first,
        schema: { params: CustomerParams, body: CancelPlanBody, response },
      },
      (request) => {
        const { reason, when } = request.body;
        return asOperator(deps, request, {
          name: when === 'now' ? 'cancel_now' : 'cancel_at_period_end',
          subject: request.params.id,
          reason,
          run: async () => ({ message: await cancel(request.params.id, when) }),
        });
      },
    );

    app.post(
      '/api/admin/customers/:id/allow-payments',
      {
        config: { access: 'operator', tag: 'Admin', summary: "Lifts the block of a customer's payments." },
        onRequest: access.first,
        schema: { params: CustomerParams, body: AllowPaymentsBody, response },
      },
      (request) =>
        asOperator(deps, request, {
          name: 'allow_payments',
          subject: request.params.id,
          reason: request.body.reason,
          run: async () => ({ message: await allowPayments(request.params.id) }),
        }),
    );
    done();
  };
}
