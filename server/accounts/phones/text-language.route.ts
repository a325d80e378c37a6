import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { PhoneNumbersReply, TextLanguageBody } from '#contract/phone-numbers.ts';
import { errorReplies } from '#server/http/error-replies.ts';

import type { AccountDeps } from '../dependencies.ts';
import { listNumbers, setLanguage } from './phones.repo.ts';

/** Sets the language of our texts to the account's phone (docs/reference/sms-rules.md#languages). */
export function textLanguageRoutes({ db, sessions }: AccountDeps): FastifyPluginCallbackZod {
  return function (app, _options, done) {
    app.post(
      '/api/user/text-language',
      {
        config: { access: 'session', tag: 'Phone', summary: 'Sets the language of our texts to the phone.' },
        onRequest: sessions.requireEarly,
        schema: { body: TextLanguageBody, response: { 200: PhoneNumbersReply, ...errorReplies } },
      },
      async (request) => {
        const { userId } = await sessions.require(request);
        await setLanguage(db, userId, request.body.language);
        return listNumbers(db, userId);
      },
    );
    done();
  };
}
