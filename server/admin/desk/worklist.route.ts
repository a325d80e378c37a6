import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { FailuresReply, TicketParams, WorklistReply } from '#contract/admin-desk.ts';
import { OverviewQuery } from '#contract/admin-overview.ts';
import { DoneReply } from '#contract/user.ts';
import { errorReplies } from '#server/http/error-replies.ts';
import { AppError } from '#server/platform/errors.ts';

import { asOperator, type OperatorDeps } from '../as-operator.ts';
import { rangeStart } from '../overview/overview.repo.ts';
import { readFailures } from './failures.repo.ts';
import { readWorklists } from './worklist.repo.ts';

export type WorklistDeps = OperatorDeps & {
  /** Notes that support replied to a ticket. Returns false when it was noted before, or there is no such ticket. */
  readonly markReplied: (ticketId: string) => Promise<boolean>;
};

/** Who needs something, and what stands behind the failed figures. */
export function worklistRoutes(deps: WorklistDeps): FastifyPluginCallbackZod {
  const { db, access, markReplied } = deps;
  return function (app, _options, done) {
    app.get(
      '/api/admin/worklist',
      {
        config: { access: 'operator', tag: 'Admin', summary: 'Lists the people who need something.' },
        schema: { response: { 200: WorklistReply, ...errorReplies } },
      },
      async (request) => {
        await access.require(request);
        return readWorklists(db);
      },
    );

    app.get(
      '/api/admin/failures',
      {
        config: { access: 'operator', tag: 'Admin', summary: 'Lists what failed, was not delivered, or opted out.' },
        onRequest: access.requireEarly,
        schema: { querystring: OverviewQuery, response: { 200: FailuresReply, ...errorReplies } },
      },
      async (request) => {
        await access.require(request);
        const { range } = request.query;
        return { range, lists: await readFailures(db, rangeStart(range, new Date())) };
      },
    );

    app.post(
      '/api/admin/tickets/:id/replied',
      {
        config: { access: 'operator', tag: 'Admin', summary: 'Notes that support replied to a ticket.' },
        onRequest: access.requireEarly,
        schema: { params: TicketParams, response: { 200: DoneReply, ...errorReplies } },
      },
      (request) =>
        asOperator(deps, request, {
          name: 'ticket_replied',
          subject: request.params.id,
          async run() {
            if (!(await markReplied(request.params.id))) {
              throw new AppError(
                'not_found',
                'No open ticket has this ID. Someone else may have marked it as replied.',
              );
            }
            return { message: 'The ticket is no longer on the list.' };
          },
        }),
    );
    done();
  };
}
