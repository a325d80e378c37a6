import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { accountCopy } from '#contract/account-copy.ts';
import {
  CodeSentReply,
  ConfirmRegistrationBody,
  ConfirmRegistrationReply,
  ResendConfirmationBody,
  SignupBody,
  SignupReply,
} from '#contract/auth.ts';
import {
  TextedCodeBody,
  TextedCodeCheckBody,
  TextedCodeCheckReply,
  TextedCodeReply,
  VerifyPhoneBody,
  VerifyPhoneReply,
} from '#contract/phone.ts';
import { clientOf } from '#server/http/client.ts';
import { errorReplies } from '#server/http/error-replies.ts';
import { hourMs } from '#server/platform/durations.ts';
import { AppError } from '#server/platform/errors.ts';
import { newToken } from '#server/platform/token.ts';

import { type Account, provenAccount, userView } from '../accounts.repo.ts';
import { findVerifiedAccount, issueTextedCode } from '../codes/texted-code.ts';
import type { AccountDeps } from '../dependencies.ts';
import { firstRevision } from '../identity/credentials.repo.ts';
import { deleteOneTimeTokens, findProofTime } from '../one-time-tokens.repo.ts';
import { loginClientFor } from '../sign-in/login-client.ts';
import { clearPasswordProof, issuePasswordProof, readPasswordProof } from '../sign-in/password-proof.ts';
import { confirmRegistration, verifyPhone } from './confirm.ts';
import { resendConfirmation } from './resend.ts';
import { signUp } from './sign-up.ts';

/** How long the page may keep the tokens that it stores after a sign-up. */
const authTokenMs = hourMs;

/** Routes from the sign-up form to a verified phone. */
export function signUpRoutes(deps: AccountDeps): FastifyPluginCallbackZod {
  return function (app, _options, done) {
    app.post(
      '/api/signup',
      {
        config: { access: 'public', tag: 'Account', summary: 'Creates an account and texts the first code.' },
        schema: { body: SignupBody, response: { 200: SignupReply, ...errorReplies } },
      },
      async (request, reply) => {
        const signedUp = await signUp(deps, request.body, clientOf(request));
        const proven = { userId: signedUp.user.id, credentialsRevision: firstRevision };
        deps.devices.remember(request, reply, proven);
        const confirmationTicket = await issuePasswordProof(deps, reply, proven);
        return { ...signedUp, confirmationTicket };
      },
    );

    app.post(
      '/api/resend-confirmation',
      {
        config: { access: 'public', tag: 'Account', summary: 'Texts the code of an unconfirmed account again.' },
        schema: { body: ResendConfirmationBody, response: { 200: CodeSentReply, ...errorReplies } },
      },
      async (request) => {
        const proven = await readPasswordProof(deps, request);
        return resendConfirmation(deps, request.body, { client: clientOf(request), proven });
      },
    );

    app.post(
      '/api/confirm-registration',
      {
        config: { access: 'public', tag: 'Account', summary: 'Checks the code, verifies the phone and signs in.' },
        schema: { body: ConfirmRegistrationBody, response: { 200: ConfirmRegistrationReply, ...errorReplies } },
      },
      async (request, reply) => {
        const account = await confirmRegistration(
          deps,
          request.body,
          await loginClientFor(deps, request, request.body.email),
        );
        return signIn(deps, { request, reply }, account);
      },
    );

    app.post(
      '/api/verify/phone/confirm',
      {
        config: { access: 'public', tag: 'Phone', summary: 'Checks the code of the Verify page.' },
        schema: { body: VerifyPhoneBody, response: { 200: VerifyPhoneReply, ...errorReplies } },
      },
      async (request) => {
        const proven = await readPasswordProof(deps, request);
        return verifyPhone(deps, request.body, { client: clientOf(request), provenUserId: proven?.userId ?? null });
      },
    );
    textedCodeRoutes(deps, app);
    done();
  };
}

/** Routes for codes that the phone texts to us, which work when we cannot text one. */
function textedCodeRoutes(deps: AccountDeps, app: Parameters<FastifyPluginCallbackZod>[0]): void {
  app.post(
    '/api/verify/phone/by-text',
    {
      config: {
        access: 'proof',
        tag: 'Phone',
        summary: 'After a correct password, creates a code for the subscriber to text to us.',
      },
      schema: { body: TextedCodeBody, response: { 200: TextedCodeReply, ...errorReplies } },
    },
    async (request) => {
      const proven = await readPasswordProof(deps, request);
      return issueTextedCode(deps, request.body.phoneNumber, { client: clientOf(request), proven });
    },
  );

  app.post(
    '/api/verify/phone/by-text/check',
    {
      config: { access: 'proof', tag: 'Phone', summary: 'Returns whether that text has arrived, and signs in.' },
      schema: { body: TextedCodeCheckBody, response: { 200: TextedCodeCheckReply, ...errorReplies } },
    },
    async (request, reply) => {
      const account = await findVerifiedAccount(deps, await readPasswordProof(deps, request));
      if (account === null) return { verified: false };
      if (!request.body.signIn) return { verified: true };
      return { verified: true, confirmation: await signIn(deps, { request, reply }, account) };
    },
  );
}

/**
 * Completes a sign-up: signs in the browser that has proved the password.
 * @throws AppError when the password must be reset first, as at login; the phone stays verified
 */
async function signIn(
  deps: AccountDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  account: Account,
): Promise<ConfirmRegistrationReply> {
  if (await deps.identity.mustResetPassword(account.id)) throw new AppError('forbidden', accountCopy.useCognito);
  // The session counts as no newer than the proof of the password (docs/reference/security.md#t35).
  const provenAt = await findProofTime(deps.db, account.id);
  await deps.sessions.start(request, reply, { ...provenAccount(account), provenAt });
  await deleteOneTimeTokens(deps.db, account.id);
  deps.devices.remember(request, reply, provenAccount(account));
  clearPasswordProof(deps, reply);
  return { user: userView(account), loggedIn: true, authTokens: decoyTokens() };
}

/**
 * What the pages keep in local storage as auth tokens (docs/reference/specification.md#entities): random, stored
 * nowhere else and accepted by no route, so a script that steals them gains nothing
 * (docs/reference/decisions.md#browser-storage).
 */
function decoyTokens() {
  return { accessToken: newToken().token, expiresAt: new Date(Date.now() + authTokenMs).toISOString() };
}
