import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { accountWords } from '#contract/account-words.ts';
import { ErrorBody } from '#contract/errors.ts';
import { ConfirmPasswordBody, EndSessionsBody, SessionsReply } from '#contract/sessions.ts';
import { DoneReply } from '#contract/user.ts';
import { clientOf } from '#server/platform/clients.ts';
import { AppError } from '#server/platform/errors.ts';
import { Secret } from '#server/platform/secret.ts';

import { findAccount } from '../accounts.repo.ts';
import type { AccountParts } from '../parts.flow.ts';
import { takeLoginAttempt } from './login-limits.flow.ts';

const refusals = { '4xx': ErrorBody, '5xx': ErrorBody } as const;

/** Proving the password again, and the browsers that are logged in. */
export function sessionRoutes(parts: AccountParts): FastifyPluginCallbackZod {
  const { db, sessions, identity, securityLog } = parts;
  return function (app, _options, done) {
    app.post(
      '/api/confirm-password',
      { onRequest: sessions.first, schema: { body: ConfirmPasswordBody, response: { 200: DoneReply, ...refusals } } },
      async (request) => {
        const session = await sessions.require(request);
        const account = await findAccount(db, session.userId);
        if (!account) throw new AppError('unauthenticated', accountWords.authenticationRequired);
        // A session has tries of its own: what strangers do to the account does not keep its owner out.
        const caller = { ...clientOf(request), device: session.id };
        const attempt = await takeLoginAttempt(parts, account.email, caller);
        const check = await identity.checkPassword(account.email, new Secret(request.body.password));
        if (check.kind !== 'right' || check.userId !== account.id) {
          securityLog.warn({ event: 'password_refused', user: account.id }, 'a password was wrong in a session');
          throw new AppError('bad_request', accountWords.passwordWrong, {
            fields: { password: accountWords.passwordWrong },
          });
        }
        await attempt.succeeded();
        await sessions.refresh(session);
        return { message: accountWords.passwordConfirmed };
      },
    );

    app.get('/api/user/sessions', { schema: { response: { 200: SessionsReply, ...refusals } } }, async (request) => {
      const current = await sessions.require(request);
      const rows = await sessions.list(current.userId);
      return {
        sessions: rows.map(({ id, device, createdAt, lastSeenAt }) => ({
          id,
          device,
          createdAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
          isCurrent: id === current.id,
        })),
      };
    });

    app.post(
      '/api/user/sessions/end',
      { onRequest: sessions.first, schema: { body: EndSessionsBody, response: { 200: DoneReply, ...refusals } } },
      async (request) => {
        const { id: currentId, userId } = await sessions.require(request);
        const { id } = request.body;
        securityLog.info({ event: 'sessions_ended', user: userId, kind: id === 'others' ? id : 'one' }, 'logged out');
        if (id === 'others') {
          await sessions.endAll(userId, currentId);
          return { message: accountWords.sessionsEnded };
        }
        if (!(await sessions.endOne(userId, id))) throw new AppError('not_found', accountWords.sessionGone);
        return { message: accountWords.sessionEnded };
      },
    );
    done();
  };
}
