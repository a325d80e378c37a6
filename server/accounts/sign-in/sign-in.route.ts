import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { accountWords } from '#contract/account-words.ts';
import { ForgotPasswordBody, LoginBody, LoginReply, ResetPasswordBody } from '#contract/auth.ts';
import { ErrorBody } from '#contract/errors.ts';
import { DoneReply, User } from '#contract/user.ts';
import { AppError } from '#server/platform/errors.ts';
import { newToken, tokenHash } from '#server/platform/token.ts';

import { findAccount, userView } from '../accounts.repo.ts';
import { type AccountParts, callerOf } from '../parts.flow.ts';
import { giveProof } from '../proof.flow.ts';
import { logIn } from './login.flow.ts';
import { forgotPassword, resetPassword } from './password-reset.flow.ts';

/** The browser's request for a new password (security T30). */
const RESET_COOKIE = 'reset';
const resetSeconds = 60 * 60;

const refusals = { '4xx': ErrorBody, '5xx': ErrorBody } as const;

/** Who is signed in, and the ways in and out. */
export function signInRoutes(parts: AccountParts): FastifyPluginCallbackZod {
  const { db, sessions, devices, securityLog } = parts;
  return function (app, _options, done) {
    app.get('/api/user', { schema: { response: { 200: User, ...refusals } } }, async (request, reply) => {
      const session = await sessions.find(request);
      const account = session && (await findAccount(db, session.userId));
      if (account) return userView(account);
      sessions.forget(reply);
      throw new AppError('unauthenticated', accountWords.authenticationRequired);
    });

    app.post(
      '/api/login',
      { schema: { body: LoginBody, response: { 200: LoginReply, ...refusals } } },
      async (request, reply) => {
        const { email } = request.body;
        const { account, code, mustReset } = await logIn(parts, request.body, callerOf(parts, request, email));
        devices.remember(request, reply, email);
        if (mustReset) {
          const confirmationTicket = await giveProof(parts, reply, { userId: account.id, codeSent: false });
          const proof = { userId: account.id, confirmationTicket };
          throw new AppError('forbidden', accountWords.useCognito, { proof });
        }
        if (code === null) {
          await sessions.start(request, reply, account.id);
          return { user: userView(account) };
        }
        const proof = { userId: account.id, codeSent: code.codeSent };
        const confirmationTicket = await giveProof(parts, reply, proof);
        return { needsConfirmation: true as const, userId: account.id, confirmationTicket, ...code };
      },
    );

    app.post('/api/logout', { schema: { response: { 200: DoneReply, ...refusals } } }, async (request, reply) => {
      const userId = await sessions.end(request, reply);
      if (userId !== null) securityLog.info({ event: 'logged_out', user: userId }, 'somebody logged out');
      // What the pages have put into the browser's storage goes too (security T7).
      reply.header('clear-site-data', '"storage"');
      return { message: accountWords.loggedOut };
    });

    passwordRoutes(parts, app);
    done();
  };
}

/** The way back in without the password. */
function passwordRoutes(parts: AccountParts, app: Parameters<FastifyPluginCallbackZod>[0]): void {
  const { cookies, devices } = parts;
  app.post(
    '/api/forgot-password',
    { schema: { body: ForgotPasswordBody, response: { 200: DoneReply, ...refusals } } },
    async (request, reply) => {
      const { email } = request.body;
      const { token, hash: requestHash } = newToken();
      cookies.set(reply, RESET_COOKIE, token, resetSeconds);
      await forgotPassword(parts, email, { caller: callerOf(parts, request, email), requestHash });
      return { message: accountWords.resetSent };
    },
  );

  app.post(
    '/api/reset-password',
    { schema: { body: ResetPasswordBody, response: { 200: DoneReply, ...refusals } } },
    async (request, reply) => {
      const { email } = request.body;
      const token = cookies.read(request, RESET_COOKIE);
      const requestHash = token === undefined ? null : tokenHash(token);
      const caller = callerOf(parts, request, email);
      const mustVerifyPhone = await resetPassword(parts, request.body, { caller, requestHash });
      cookies.clear(reply, RESET_COOKIE);
      devices.remember(request, reply, email);
      return { message: mustVerifyPhone ? accountWords.passwordResetVerifyPhone : accountWords.passwordReset };
    },
  );
}
