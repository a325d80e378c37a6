import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { accountCopy } from '#contract/account-copy.ts';
import { ChangeEmailBody } from '#contract/auth.ts';
import { DoneReply } from '#contract/user.ts';
import { errorReplies } from '#server/http/error-replies.ts';

import type { AccountDeps } from '../dependencies.ts';
import { changeUnprovenEmail } from './change-email.ts';
import type { UpdateCustomer } from './correct-account.ts';

type ChangeEmailDeps = AccountDeps & { readonly updateCustomer: UpdateCustomer };

/** The route that corrects the email of an account until its mailbox is proven. */
export function changeEmailRoute(deps: ChangeEmailDeps): FastifyPluginCallbackZod {
  const { sessions, updateCustomer } = deps;
  return function (app, _options, done) {
    app.post(
      '/api/user/email',
      {
        config: { access: 'session', tag: 'Account', summary: 'Changes an email that is not confirmed yet.' },
        onRequest: sessions.first,
        schema: { body: ChangeEmailBody, response: { 200: DoneReply, ...errorReplies } },
      },
      async (request) => {
        const session = await sessions.requireFresh(request);
        await changeUnprovenEmail(deps, session, { email: request.body.email, updateCustomer });
        return { message: accountCopy.emailChanged };
      },
    );
    done();
  };
}
