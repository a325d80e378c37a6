import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { accountCopy } from '#contract/account-copy.ts';
import { ConfirmEmailBody } from '#contract/auth.ts';
import { DoneReply } from '#contract/user.ts';
import { errorReplies } from '#server/http/error-replies.ts';

import type { AccountDeps } from '../dependencies.ts';
import { confirmEmail, resendEmailLink } from './email-proof.ts';

/** Routes that prove the mailbox of an account. */
export function emailRoutes(deps: AccountDeps): FastifyPluginCallbackZod {
  return function (app, _options, done) {
    app.post(
      '/api/confirm-email',
      {
        config: {
          access: 'session',
          tag: 'Account',
          summary: 'Checks the token of the emailed link and confirms the email.',
        },
        onRequest: deps.sessions.requireEarly,
        schema: { body: ConfirmEmailBody, response: { 200: DoneReply, ...errorReplies } },
      },
      async (request) => {
        await confirmEmail(deps, await deps.sessions.require(request), request.body.token);
        return { message: accountCopy.emailProven };
      },
    );

    app.post(
      '/api/resend-email-link',
      {
        config: { access: 'session', tag: 'Account', summary: 'Emails that link again.' },
        schema: { response: { 200: DoneReply, ...errorReplies } },
      },
      async (request) => {
        await resendEmailLink(deps, await deps.sessions.require(request));
        return { message: accountCopy.emailLinkSent };
      },
    );
    done();
  };
}
