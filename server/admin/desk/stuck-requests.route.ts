import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { StuckRequestParams, StuckRequests, StuckRequestMessage } from '#contract/admin-desk.ts';
import { DoneReply } from '#contract/user.ts';
import { errorReplies } from '#server/http/error-replies.ts';

import { asOperator, type OperatorDeps } from '../as-operator.ts';

export type StuckRequestDeps = OperatorDeps & {
  readonly list: () => Promise<StuckRequests['requests']>;
  /** @throws AppError */
  readonly read: (id: string) => Promise<StuckRequestMessage>;
  /** @returns a sentence; @throws AppError */
  readonly discard: (id: string) => Promise<string>;
};

/** Support requests that do not reach support: an operator reads them here, and discards those that are refused. */
export function stuckRequestRoutes(deps: StuckRequestDeps): FastifyPluginCallbackZod {
  const { access, list, read, discard } = deps;
  return function (app, _options, done) {
    app.get(
      '/api/admin/support-requests',
      {
        config: { access: 'operator', tag: 'Admin', summary: 'Lists support requests that do not go out.' },
        schema: { response: { 200: StuckRequests, ...errorReplies } },
      },
      async (request) => {
        await access.require(request);
        return { requests: await list() };
      },
    );

    app.post(
      '/api/admin/support-requests/:id/read',
      {
        config: {
          access: 'operator',
          tag: 'Admin',
          summary: 'Returns a support request that does not go out.',
        },
        onRequest: access.requireEarly,
        schema: { params: StuckRequestParams, response: { 200: StuckRequestMessage, ...errorReplies } },
      },
      (request) => {
        const { id } = request.params;
        return asOperator(deps, request, { name: 'support_request_read', subject: id, run: () => read(id) });
      },
    );

    app.post(
      '/api/admin/support-requests/:id/discard',
      {
        config: {
          access: 'operator',
          tag: 'Admin',
          summary: 'Discards a support request that the mail server refuses.',
        },
        onRequest: access.requireEarly,
        schema: { params: StuckRequestParams, response: { 200: DoneReply, ...errorReplies } },
      },
      (request) => {
        const { id } = request.params;
        const run = async () => ({ message: await discard(id) });
        return asOperator(deps, request, { name: 'support_request_discarded', subject: id, run });
      },
    );
    done();
  };
}
