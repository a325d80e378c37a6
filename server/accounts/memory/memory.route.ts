import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { Memory } from '#contract/memory.ts';
import { errorReplies } from '#server/http/error-replies.ts';

import type { AccountDeps } from '../dependencies.ts';
import { readMemory, setMemory } from './memory.repo.ts';

/** The account's switch for follow-ups. Off also forgets what could still be recalled, like FORGET by text. */
export function memoryRoutes({ db, sessions, forgetTexts }: AccountDeps): FastifyPluginCallbackZod {
  return function (app, _options, done) {
    app.get(
      '/api/user/memory',
      {
        config: { access: 'session', tag: 'Account', summary: 'Returns whether follow-ups are understood.' },
        schema: { response: { 200: Memory, ...errorReplies } },
      },
      async (request) => ({ isOn: await readMemory(db, (await sessions.require(request)).userId) }),
    );

    app.post(
      '/api/user/memory',
      {
        config: { access: 'session', tag: 'Account', summary: 'Turns the understanding of follow-ups on or off.' },
        onRequest: sessions.requireEarly,
        schema: { body: Memory, response: { 200: Memory, ...errorReplies } },
      },
      async (request) => {
        const { userId } = await sessions.require(request);
        const { isOn } = request.body;
        await setMemory(db, userId, isOn);
        if (!isOn) await forgetTexts(userId);
        return { isOn };
      },
    );
    done();
  };
}
