import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { accountWords } from '#contract/account-words.ts';
import { ConfirmEmailBody } from '#contract/auth.ts';
import { ErrorBody } from '#contract/errors.ts';
import { DoneReply } from '#contract/user.ts';

import type { AccountParts } from '../parts.flow.ts';
import { confirmEmail, resendEmailLink } from './email-proof.flow.ts';

const refusals = { '4xx': ErrorBody, '5xx': ErrorBody } as const;

/** Proving that the mailbox of an account is its owner's. */
export function emailRoutes(parts: AccountParts): FastifyPluginCallbackZod {
  return function (app, _options, done) {
    app.post(
      '/api/confirm-email',
      {
        onRequest: parts.sessions.first,
        schema: { body: ConfirmEmailBody, response: { 200: DoneReply, ...refusals } },
      },
      async (request) => {
        await confirmEmail(parts, await parts.sessions.require(request), request.body.token);
        return { message: accountWords.emailProven };
      },
    );

    app.post('/api/resend-email-link', { schema: { response: { 200: DoneReply, ...refusals } } }, async (request) => {
      await resendEmailLink(parts, await parts.sessions.require(request));
      return { message: accountWords.emailLinkSent };
    });
    done();
  };
}
