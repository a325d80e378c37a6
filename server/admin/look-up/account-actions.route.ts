import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { CorrectAccountBody, DeleteAccountBody, ReleasePhoneBody } from '#contract/admin-customer.ts';

import type { OperatorDeps } from '../as-operator.ts';
import { actOnCustomer, customerCall } from './customer-call.ts';

type Details = { readonly name: string; readonly email: string };

export type AccountActionDeps = OperatorDeps & {
  /** Each acts once, however often it is repeated. @returns a sentence; @throws AppError */
  readonly releasePhone: (userId: string, phoneEnding: string) => Promise<string>;
  readonly correctAccount: (
    userId: string,
    correction: { readonly wanted: Details; readonly seen: Details | undefined },
  ) => Promise<string>;
  readonly deleteAccount: (userId: string) => Promise<string>;
};

/** What an operator does with a customer's account, for someone who asks by email. */
export function accountActionRoutes(deps: AccountActionDeps): FastifyPluginCallbackZod {
  const { releasePhone, correctAccount, deleteAccount } = deps;
  return function (app, _options, done) {
    app.post(
      '/api/admin/customers/:id/release-phone',
      customerCall(deps, "Releases a customer's verified phone number.", ReleasePhoneBody),
      (request) => {
        const { phoneEnding } = request.body;
        return actOnCustomer(deps, request, { name: 'release_phone', run: (id) => releasePhone(id, phoneEnding) });
      },
    );

    app.post(
      '/api/admin/customers/:id/correct',
      customerCall(deps, "Corrects a customer's name or email.", CorrectAccountBody),
      (request) => {
        const { name, email, seen } = request.body;
        return actOnCustomer(deps, request, {
          name: 'correct_account',
          run: (id) => correctAccount(id, { wanted: { name, email }, seen }),
        });
      },
    );

    app.post(
      '/api/admin/customers/:id/delete',
      customerCall(deps, "Starts the deletion of a customer's account.", DeleteAccountBody),
      (request) => actOnCustomer(deps, request, { name: 'delete_account', run: deleteAccount }),
    );
    done();
  };
}
