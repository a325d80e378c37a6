import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { accountCopy } from '#contract/account-copy.ts';
import { ForgotPasswordBody, LoginBody, LoginReply, ResetPasswordBody } from '#contract/auth.ts';
import { DoneReply, User } from '#contract/user.ts';
import { errorReplies } from '#server/http/error-replies.ts';
import { AppError } from '#server/platform/errors.ts';

import { findAccount, findAccountByEmail, provenAccount, userView } from '../accounts.repo.ts';
import type { AccountDeps } from '../dependencies.ts';
import { resetRequestMinutes } from '../identity/password-codes.repo.ts';
import { loginClientFor } from './login-client.ts';
import { logIn } from './login.ts';
import { endPasswordProof, issuePasswordProof } from './password-proof.ts';
import { requestPasswordReset, resetPassword } from './password-reset.ts';
import { findResetRequest } from './reset-request.ts';

/** Holds the browser's request for a new password (docs/reference/security.md#t30). */
const resetCookie = 'reset';

/** Routes that log in and out, return the account of the session and reset the password. */
export function signInRoutes(deps: AccountDeps): FastifyPluginCallbackZod {
  const { db, sessions, devices, securityLog } = deps;
  return function (app, _options, done) {
    app.get(
      '/api/user',
      {
        config: { access: 'session', tag: 'Account', summary: 'Returns the signed-in account.' },
        schema: { response: { 200: User, ...errorReplies } },
      },
      async (request, reply) => {
        const session = await sessions.find(request);
        const account = session && (await findAccount(db, session.userId));
        if (account) return userView(account);
        sessions.forget(reply);
        throw new AppError('unauthenticated', accountCopy.authenticationRequired);
      },
    );

    app.post(
      '/api/login',
      {
        config: {
          access: 'public',
          tag: 'Account',
          summary: 'Signs in, or reports that the account must be confirmed first.',
        },
        schema: { body: LoginBody, response: { 200: LoginReply, ...errorReplies } },
      },
      async (request, reply) => {
        const { email } = request.body;
        const { account, code, mustReset } = await logIn(
          deps,
          request.body,
          await loginClientFor(deps, request, email),
        );
        const { id: userId, isHelper } = account;
        devices.remember(request, reply, provenAccount(account));
        if (mustReset) {
          const confirmationTicket = await issuePasswordProof(deps, reply, provenAccount(account));
          const proof = { userId, confirmationTicket, isHelper };
          throw new AppError('forbidden', accountCopy.useCognito, { proof });
        }
        if (code === null) {
          await sessions.start(request, reply, provenAccount(account));
          return { user: userView(account) };
        }
        const { codeSent } = code;
        const confirmationTicket = await issuePasswordProof(deps, reply, { ...provenAccount(account), codeSent });
        return { needsConfirmation: true as const, userId, confirmationTicket, isHelper, ...code };
      },
    );

    app.post(
      '/api/logout',
      {
        config: {
          access: 'public',
          tag: 'Account',
          summary: 'Ends the session of this browser, and a sign-up that it has begun.',
        },
        schema: { response: { 200: DoneReply, ...errorReplies } },
      },
      async (request, reply) => {
        await endPasswordProof(deps, request, reply);
        const userId = await sessions.end(request, reply);
        if (userId !== null) securityLog.info({ event: 'logged_out', user: userId }, 'an account logged out');
        // Also clears what the pages have stored in the browser (docs/reference/security.md#t7).
        reply.header('clear-site-data', '"storage"');
        return { message: accountCopy.loggedOut };
      },
    );

    passwordRoutes(deps, app);
    done();
  };
}

/** Routes that reset the password. */
function passwordRoutes(deps: AccountDeps, app: Parameters<FastifyPluginCallbackZod>[0]): void {
  const { db, cookies, devices } = deps;
  app.post(
    '/api/forgot-password',
    {
      config: { access: 'public', tag: 'Account', summary: 'Emails a code for a new password.' },
      schema: { body: ForgotPasswordBody, response: { 200: DoneReply, ...errorReplies } },
    },
    async (request, reply) => {
      const { email } = request.body;
      const resetRequest = await requestPasswordReset(deps, email, await loginClientFor(deps, request, email));
      // Otherwise the browser keeps its previous request and its remaining tries.
      if (resetRequest) cookies.set(reply, resetCookie, resetRequest.cookie, resetRequestMinutes * 60);
      return { message: accountCopy.resetSent };
    },
  );

  app.post(
    '/api/reset-password',
    {
      config: { access: 'public', tag: 'Account', summary: 'Checks that code and sets a new password.' },
      schema: { body: ResetPasswordBody, response: { 200: DoneReply, ...errorReplies } },
    },
    async (request, reply) => {
      const { email } = request.body;
      const requestHash = findResetRequest(cookies.read(request, resetCookie), email);
      const caller = await loginClientFor(deps, request, email);
      const mustVerifyPhone = await resetPassword(deps, request.body, { caller, requestHash });
      cookies.clear(reply, resetCookie);
      const account = await findAccountByEmail(db, email);
      if (account) devices.remember(request, reply, provenAccount(account));
      return { message: mustVerifyPhone ? accountCopy.passwordResetVerifyPhone : accountCopy.passwordReset };
    },
  );
}
