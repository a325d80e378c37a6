import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { AllowPaymentsBody, CancelPlanBody, CompBody, RefundBody } from '#contract/admin-customer.ts';
import { counted } from '#contract/counted.ts';

import type { OperatorDeps } from '../as-operator.ts';
import { actOnCustomer, customerCall } from './customer-call.ts';

export type CustomerActionDeps = OperatorDeps & {
  /** Each acts once, however often it is repeated. @returns a sentence; @throws AppError */
  readonly refund: (userId: string, invoiceId: string) => Promise<string>;
  readonly comp: (userId: string, given: Omit<CompBody, 'reason'>) => Promise<string>;
  readonly cancel: (userId: string, when: 'now' | 'period_end') => Promise<string>;
  readonly allowPayments: (userId: string) => Promise<string>;
};

/** What an operator does with a customer's money and plan. */
export function customerActionRoutes(deps: CustomerActionDeps): FastifyPluginCallbackZod {
  const { refund, comp, cancel, allowPayments } = deps;
  return function (app, _options, done) {
    app.post(
      '/api/admin/customers/:id/refund',
      customerCall(deps, "Refunds a customer's payment.", RefundBody),
      (request) => {
        const { invoiceId } = request.body;
        return actOnCustomer(deps, request, {
          name: 'refund',
          detail: invoiceId,
          run: (id) => refund(id, invoiceId),
        });
      },
    );

    app.post(
      '/api/admin/customers/:id/comp',
      customerCall(deps, 'Gives a customer free months, as a credit or as free time.', CompBody),
      (request) => {
        const { months, actionId, as = 'credit', until } = request.body;
        return actOnCustomer(deps, request, {
          name: 'comp',
          detail: `${counted(months, 'month')} ${as === 'free_time' ? 'of free time' : 'as credit'}`,
          run: (id) => comp(id, { months, actionId, as, until }),
        });
      },
    );

    app.post(
      '/api/admin/customers/:id/cancel',
      customerCall(deps, "Cancels a customer's plan.", CancelPlanBody),
      (request) => {
        const { when } = request.body;
        return actOnCustomer(deps, request, {
          name: when === 'now' ? 'cancel_now' : 'cancel_at_period_end',
          run: (id) => cancel(id, when),
        });
      },
    );

    app.post(
      '/api/admin/customers/:id/allow-payments',
      customerCall(deps, "Lifts the block of a customer's payments.", AllowPaymentsBody),
      (request) => actOnCustomer(deps, request, { name: 'allow_payments', run: allowPayments }),
    );
    done();
  };
}
