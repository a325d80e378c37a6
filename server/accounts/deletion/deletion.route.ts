import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { accountCopy } from '#contract/account-copy.ts';
import { DoneReply } from '#contract/user.ts';
import { errorReplies } from '#server/http/error-replies.ts';

import type { AccountDeps } from '../dependencies.ts';
import { startDeletion } from './delete-accounts.job.ts';

/** The route that deletes an account, which is closed by the time of the reply. Also ends an active plan. */
export function deletionRoutes(deps: AccountDeps): FastifyPluginCallbackZod {
  return function (app, _options, done) {
    app.delete(
      '/api/user/account',
      {
        config: { access: 'session', tag: 'Account', summary: 'Closes the account and ends its plan.' },
        schema: { response: { 200: DoneReply, ...errorReplies } },
      },
      async (request, reply) => {
        const { userId } = await deps.sessions.requireFresh(request);
        await startDeletion(deps, userId);
        deps.sessions.forget(reply);
        reply.header('clear-site-data', '"storage"');
        return { message: accountCopy.deletionStarted };
      },
    );
    done();
  };
}
