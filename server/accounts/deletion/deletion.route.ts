import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { accountWords } from '#contract/account-words.ts';
import { ErrorBody } from '#contract/errors.ts';
import { DoneReply } from '#contract/user.ts';

import type { AccountParts } from '../parts.flow.ts';
import { startDeletion } from './delete-accounts.job.ts';

/** Leaving: the account is closed when this answers. A plan that still runs is ended along with it. */
export function deletionRoutes(parts: AccountParts): FastifyPluginCallbackZod {
  return function (app, _options, done) {
    app.delete(
      '/api/user/account',
      { schema: { response: { 200: DoneReply, '4xx': ErrorBody, '5xx': ErrorBody } } },
      async (request, reply) => {
        const { userId } = await parts.sessions.requireFresh(request);
        await startDeletion(parts, userId);
        parts.sessions.forget(reply);
        reply.header('clear-site-data', '"storage"');
        return { message: accountWords.deletionStarted };
      },
    );
    done();
  };
}
