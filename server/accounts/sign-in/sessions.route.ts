import type { FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { accountCopy } from '#contract/account-copy.ts';
import { ConfirmPasswordBody, EndSessionsBody, SessionsReply } from '#contract/sessions.ts';
import { DoneReply } from '#contract/user.ts';
import { clientOf } from '#server/http/client.ts';
import { errorReplies } from '#server/http/error-replies.ts';
import { AppError } from '#server/platform/errors.ts';

import { findAccount } from '../accounts.repo.ts';
import type { AccountDeps } from '../dependencies.ts';
import { deleteOneTimeTokens } from '../one-time-tokens.repo.ts';
import { checkPassword } from './login-limits.ts';

/** Routes that confirm the password in a session, and list and end sessions. */
export function sessionRoutes(deps: AccountDeps): FastifyPluginCallbackZod {
  const { sessions, securityLog } = deps;
  return function (app, _options, done) {
    app.post(
      '/api/confirm-password',
      {
        config: { access: 'session', tag: 'Account', summary: 'Checks the password again before a sensitive action.' },
        onRequest: sessions.requireEarly,
        schema: { body: ConfirmPasswordBody, response: { 200: DoneReply, ...errorReplies } },
      },
      async (request) => {
        await confirmPassword(deps, request, request.body.password);
        return { message: accountCopy.passwordConfirmed };
      },
    );

    app.get(
      '/api/user/sessions',
      {
        config: { access: 'session', tag: 'Account', summary: 'Lists the signed-in browsers.' },
        schema: { response: { 200: SessionsReply, ...errorReplies } },
      },
      async (request) => {
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
      },
    );

    app.post(
      '/api/user/sessions/end',
      {
        config: { access: 'session', tag: 'Account', summary: 'Signs out one browser, or all others.' },
        onRequest: sessions.requireEarly,
        schema: { body: EndSessionsBody, response: { 200: DoneReply, ...errorReplies } },
      },
      async (request) => {
        const { id: currentId, userId } = await sessions.require(request);
        const { id } = request.body;
        securityLog.info({ event: 'sessions_ended', user: userId, kind: id === 'others' ? id : 'one' }, 'logged out');
        if (id === 'others') {
          await endOthers(deps, userId, currentId);
          return { message: accountCopy.sessionsEnded };
        }
        if (!(await sessions.endOne(userId, id))) throw new AppError('not_found', accountCopy.sessionGone);
        return { message: accountCopy.sessionEnded };
      },
    );
    done();
  };
}

/** Signs out all other browsers, including one without a session that could sign in with its proof of the password. */
async function endOthers({ db, sessions }: AccountDeps, userId: string, currentId: string): Promise<void> {
  // First, because a token that outlives the sessions could open another.
  await deleteOneTimeTokens(db, userId);
  await sessions.endAll(userId, currentId);
}

/** Checks the password of the signed-in account, and refreshes the session if it is right. */
async function confirmPassword(deps: AccountDeps, request: FastifyRequest, password: string): Promise<void> {
  const { db, sessions, securityLog } = deps;
  const session = await sessions.require(request);
  const account = await findAccount(db, session.userId);
  if (!account) throw new AppError('unauthenticated', accountCopy.authenticationRequired);
  // A session has attempts of its own, so that strangers cannot lock the owner out.
  const caller = { ...clientOf(request), device: session.id };
  const { check, succeeded } = await checkPassword(deps, { email: account.email, password }, caller);
  if (check.kind !== 'right' || check.userId !== account.id) {
    securityLog.warn({ event: 'password_refused', user: account.id }, 'a password was wrong in a session');
    const message = accountCopy.passwordWrong;
    throw new AppError('bad_request', message, { fields: { password: message } });
  }
  await succeeded();
  await sessions.refresh(session);
}
