import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { AuditReply, FindUserBody, FindUserReply, TextIdParams, TextJourney } from '#contract/admin-look-up.ts';
import { errorReplies } from '#server/http/error-replies.ts';
import { AppError } from '#server/platform/errors.ts';

import { asOperator, type OperatorDeps } from '../as-operator.ts';
import { listAudit } from '../audit.repo.ts';
import { findJourney, findUser, type FreeTimeView } from './look-up.repo.ts';
import { readNumber } from './numbers.route.ts';

type LookUpDeps = OperatorDeps & { readonly readFreeTime: (userId: string) => Promise<FreeTimeView> };

/** Calls about one account or one text, for answering support requests. Each use is recorded in the audit. */
export function lookUpRoutes(deps: LookUpDeps): FastifyPluginCallbackZod {
  const { db, access, readFreeTime } = deps;
  return function (app, _options, done) {
    app.post(
      '/api/admin/find-user',
      {
        config: { access: 'operator', tag: 'Admin', summary: 'Finds an account.' },
        onRequest: access.requireEarly,
        schema: { body: FindUserBody, response: { 200: FindUserReply, ...errorReplies } },
      },
      (request) =>
        asOperator(deps, request, {
          name: 'find_user',
          subject: ({ user }) => user?.id ?? null,
          async run() {
            const { query } = request.body;
            const found = await findUser(db, query, readNumber(query));
            return { user: found && { ...found, ...(await readFreeTime(found.id)) } };
          },
        }),
    );

    app.get(
      '/api/admin/texts/:id',
      {
        config: {
          access: 'operator',
          tag: 'Admin',
          summary: "Returns a text's states and times, without its content.",
        },
        onRequest: access.requireEarly,
        schema: { params: TextIdParams, response: { 200: TextJourney, ...errorReplies } },
      },
      (request) =>
        asOperator(deps, request, {
          name: 'text',
          subject: request.params.id,
          async run() {
            const journey = await findJourney(db, request.params.id);
            if (journey === null) throw new AppError('not_found', 'No text matches this ID.');
            return journey;
          },
        }),
    );

    app.get(
      '/api/admin/audit',
      {
        config: { access: 'operator', tag: 'Admin', summary: 'Lists the actions of operators.' },
        schema: { response: { 200: AuditReply, ...errorReplies } },
      },
      async (request) => {
        await access.require(request);
        return listAudit(db);
      },
    );
    done();
  };
}
