import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { CorrectAccountBody, CustomerParams, DeleteAccountBody, ReleasePhoneBody } from '#contract/admin-customer.ts';
import { DoneReply } from '#contract/user.ts';
import { errorReplies } from '#server/http/error-replies.ts';

import { asOperator, type OperatorDeps } from '../as-operator.ts';

export type AccountActionDeps = OperatorDeps & {
  /** Each acts once, however often it is repeated. @returns a sentence; @throws AppError */
  readonly releasePhone: (userId: string, phoneEnding: string) => Promise<string>;
  readonly correctAccount: (
    userId: string,
    details: { readonly name: string; readonly email: string },
  ) => Promise<string>;
  readonly deleteAccount: (userId: string) => Promise<string>;
};

/**
 * What an operator does with a customer's account, for someone who asks by email. The audit has the intent before
 * anything is done: without it, nothing is.
 */
export function accountActionRoutes(deps: AccountActionDeps): FastifyPluginCallbackZod {
  const { access, releasePhone, correctAccount, deleteAccount } = deps;
  const response = { 200: DoneReply, ...errorReplies };
  return function (app, _options, done) {
    app.post(
      '/api/admin/customers/:id/release-phone',
      {
        config: { access: 'operator', tag: 'Admin', summary: "Releases a customer's verified phone number." },
        onRequest: access.first,
        schema: { params: CustomerParams, body: ReleasePhoneBody, response },
      },
      (request) => {
        const { reason, phoneEnding } = request.body;
        return asOperator(deps, request, {
          name: 'release_phone',
          subject: request.params.id,
          reason,
          run: async () => ({ message: await releasePhone(request.params.id, phoneEnding) }),
        });
      },
    );

    app.post(
      '/api/admin/customers/:id/correct',
      {
        config: { access: 'operator', tag: 'Admin', summary: "Corrects a customer's name or email." },
        onRequest: access.first,
        schema: { params: CustomerParams, body: CorrectAccountBody, response },
      },
      (request) => {
        const { reason, name, email } = request.body;
        return asOperator(deps, request, {
          name: 'correct_account',
          subject: request.params.id,
          reason,
          run: async () => ({ message: await correctAccount(request.params.id, { name, email }) }),
        });
      },
    );

    app.post(
      '/api/admin/customers/:id/delete',
      {
        config: { access: 'operator', tag: 'Admin', summary: "Starts the deletion of a customer's account." },
        onRequest: access.first,
        schema: { params: CustomerParams, body: DeleteAccountBody, response },
      },
      (request) =>
        asOperator(deps, request, {
          name: 'delete_account',
          subject: request.params.id,
          reason: request.body.reason,
          run: async () => ({ message: await deleteAccount(request.params.id) }),
        }),
    );
    done();
  };
}
