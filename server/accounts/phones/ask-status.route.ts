import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { AskStatus } from '#contract/ask-status.ts';
import { errorReplies } from '#server/http/error-replies.ts';

import type { AccountDeps } from '../dependencies.ts';
import { readAskStatus } from './ask-status.ts';

/** Returns whether the account's phone can ask now (contract/ask-status.ts). */
export function askStatusRoutes(deps: AccountDeps): FastifyPluginCallbackZod {
  return function (app, _options, done) {
    app.get(
      '/api/user/ask-status',
      {
        config: { access: 'session', tag: 'Phone', summary: "Returns whether the account's phone can ask now." },
        schema: { response: { 200: AskStatus, ...errorReplies } },
      },
      async (request) => readAskStatus(deps, (await deps.sessions.require(request)).userId),
    );
    done();
  };
}
