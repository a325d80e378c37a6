import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import {
  CodeSentReply,
  ConfirmRegistrationBody,
  ConfirmRegistrationReply,
  ResendConfirmationBody,
  SignupBody,
  SignupReply,
} from '#contract/auth.ts';
import { ErrorBody } from '#contract/errors.ts';
import {
  TextedCodeBody,
  TextedCodeCheckBody,
  TextedCodeCheckReply,
  TextedCodeReply,
  VerifyPhoneBody,
  VerifyPhoneReply,
} from '#contract/phone.ts';
import { clientOf } from '#server/platform/clients.ts';
import { newToken } from '#server/platform/token.ts';

import { type Account, userView } from '../accounts.repo.ts';
import { findVerified, issueTextedCode } from '../codes/texted-code.flow.ts';
import { type AccountParts, callerOf } from '../parts.flow.ts';
import { forgetProof, giveProof, readProof } from '../proof.flow.ts';
import { dropTickets } from '../tickets.repo.ts';
import { confirmRegistration, verifyPhone } from './confirm.flow.ts';
import { resendConfirmation } from './resend.flow.ts';
import { signUp } from './sign-up.flow.ts';

const refusals = { '4xx': ErrorBody, '5xx': ErrorBody } as const;
/** How long the page may keep what it stores after a sign-up. */
const authTokenMs = 60 * 60_000;

/** From the form to a verified phone. */
export function signUpRoutes(parts: AccountParts): FastifyPluginCallbackZod {
  return function (app, _options, done) {
    app.post(
      '/api/signup',
      { schema: { body: SignupBody, response: { 200: SignupReply, ...refusals } } },
      async (request, reply) => {
        const signedUp = await signUp(parts, request.body, clientOf(request));
        parts.devices.remember(request, reply, request.body.email);
        const confirmationTicket = await giveProof(parts, reply, { userId: signedUp.user.id, codeSent: false });
        return { ...signedUp, confirmationTicket };
      },
    );

    app.post(
      '/api/resend-confirmation',
      { schema: { body: ResendConfirmationBody, response: { 200: CodeSentReply, ...refusals } } },
      async (request) => {
        const provenUserId = await readProof(parts, request);
        return resendConfirmation(parts, request.body, { client: clientOf(request), provenUserId });
      },
    );

    app.post(
      '/api/confirm-registration',
      { schema: { body: ConfirmRegistrationBody, response: { 200: ConfirmRegistrationReply, ...refusals } } },
      async (request, reply) => {
        const account = await confirmRegistration(parts, request.body, callerOf(parts, request, request.body.email));
        return signIn(parts, { request, reply }, account);
      },
    );

    app.post(
      '/api/verify/phone/confirm',
      { schema: { body: VerifyPhoneBody, response: { 200: VerifyPhoneReply, ...refusals } } },
      async (request) => {
        const provenUserId = await readProof(parts, request);
        return verifyPhone(parts, request.body, { client: clientOf(request), provenUserId });
      },
    );
    textedCodeRoutes(parts, app);
    done();
  };
}

/** The way that stays open when no code can be texted: the phone texts one to us. */
function textedCodeRoutes(parts: AccountParts, app: Parameters<FastifyPluginCallbackZod>[0]): void {
  app.post(
    '/api/verify/phone/by-text',
    { schema: { body: TextedCodeBody, response: { 200: TextedCodeReply, ...refusals } } },
    async (request) => {
      const provenUserId = await readProof(parts, request);
      return issueTextedCode(parts, request.body.phoneNumber, { client: clientOf(request), provenUserId });
    },
  );

  app.post(
    '/api/verify/phone/by-text/check',
    { schema: { body: TextedCodeCheckBody, response: { 200: TextedCodeCheckReply, ...refusals } } },
    async (request, reply) => {
      const account = await findVerified(parts, await readProof(parts, request));
      if (account === null) return { verified: false };
      if (!request.body.signIn) return { verified: true };
      return { verified: true, confirmation: await signIn(parts, { request, reply }, account) };
    },
  );
}

/** The end of a sign-up: the browser that has shown the password is signed in. */
async function signIn(
  parts: AccountParts,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  account: Account,
): Promise<ConfirmRegistrationReply> {
  await parts.sessions.start(request, reply, account.id);
  await dropTickets(parts.db, account.id);
  parts.devices.remember(request, reply, account.email);
  forgetProof(parts, reply);
  return { user: userView(account), loggedIn: true, authTokens: harmlessTokens() };
}

/**
 * What the pages put into local storage as auth tokens (spec, section 3): random, kept nowhere, accepted by nothing. A
 * script that steals them has stolen nothing (decisions, "Browser storage").
 */
function harmlessTokens() {
  return { accessToken: newToken().token, expiresAt: new Date(Date.now() + authTokenMs).toISOString() };
}
