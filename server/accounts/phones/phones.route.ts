import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { accountCopy } from '#contract/account-copy.ts';
import { CodeSentReply } from '#contract/auth.ts';
import { PhoneNumbersReply, SyncPhonesReply } from '#contract/phone-numbers.ts';
import {
  ConfirmPhoneChangeBody,
  ConfirmPhoneChangeReply,
  PhoneDuplicateBody,
  PhoneDuplicateReply,
  PhoneStatusQuery,
  PhoneStatusReply,
  StartPhoneChangeBody,
} from '#contract/phone.ts';
import { UndoPhoneChangeBody } from '#contract/sessions.ts';
import { DoneReply } from '#contract/user.ts';
import { clientOf } from '#server/http/client.ts';
import { errorReplies } from '#server/http/error-replies.ts';

import type { AccountDeps } from '../dependencies.ts';
import { readPasswordProof } from '../sign-in/password-proof.ts';
import { confirmPhoneChange, startPhoneChange, undoPhoneChangeByToken } from './phone-change.ts';
import { listNumbers } from './phones.repo.ts';
import { phoneDuplicate, phoneStatus, syncPhones } from './phones.ts';

/**
 * Routes about the phone of an account. The paths with `cognito` work in every identity stage
 * (docs/reference/decisions.md#identity).
 */
export function phoneRoutes(deps: AccountDeps): FastifyPluginCallbackZod {
  const { db, sessions } = deps;
  const { requireEarly: onRequest } = sessions;
  return function (app, _options, done) {
    app.get(
      '/api/user/phone-status',
      {
        config: { access: 'proof', tag: 'Phone', summary: "Returns whether the account's own number is verified." },
        schema: { querystring: PhoneStatusQuery, response: { 200: PhoneStatusReply, ...errorReplies } },
      },
      async (request) => {
        const session = await sessions.find(request);
        const { userId } = session ?? (await readPasswordProof(deps, request)) ?? { userId: null };
        return phoneStatus(deps, request.query.phoneNumber, { userId, key: userId ?? clientOf(request).key });
      },
    );

    app.get(
      '/api/user/phone-numbers',
      {
        config: { access: 'session', tag: 'Phone', summary: 'Lists the numbers of the account.' },
        schema: { response: { 200: PhoneNumbersReply, ...errorReplies } },
      },
      async (request) => listNumbers(db, (await sessions.require(request)).userId),
    );

    app.post(
      '/api/check-phone-duplicate',
      {
        config: { access: 'session', tag: 'Phone', summary: 'Returns whether another account has this number.' },
        onRequest,
        schema: { body: PhoneDuplicateBody, response: { 200: PhoneDuplicateReply, ...errorReplies } },
      },
      async (request) => {
        const session = await sessions.require(request);
        return phoneDuplicate(deps, session, request.body.phoneNumber, clientOf(request));
      },
    );

    app.post(
      '/api/cognito/initiate-phone-change',
      {
        config: { access: 'session', tag: 'Phone', summary: 'Texts a code to the new number.' },
        onRequest,
        schema: { body: StartPhoneChangeBody, response: { 200: CodeSentReply, ...errorReplies } },
      },
      async (request) => {
        const session = await sessions.requireFresh(request);
        return startPhoneChange(deps, session, request.body.phoneNumber, clientOf(request));
      },
    );

    app.post(
      '/api/cognito/confirm-phone-change',
      {
        config: { access: 'session', tag: 'Phone', summary: 'Checks the code: the new number replaces the old one.' },
        onRequest,
        schema: { body: ConfirmPhoneChangeBody, response: { 200: ConfirmPhoneChangeReply, ...errorReplies } },
      },
      async (request) => {
        const session = await sessions.require(request);
        return confirmPhoneChange(deps, session, request.body.verificationCode, clientOf(request));
      },
    );

    app.post(
      '/api/undo-phone-change',
      {
        config: {
          access: 'public',
          tag: 'Phone',
          summary: 'Checks the token of the emailed link and restores the old number.',
        },
        schema: { body: UndoPhoneChangeBody, response: { 200: DoneReply, ...errorReplies } },
      },
      async (request) => {
        await undoPhoneChangeByToken(deps, request.body.token);
        return { message: accountCopy.phoneChangeUndone };
      },
    );

    app.post(
      '/api/phone/sync-from-cognito',
      {
        config: { access: 'session', tag: 'Phone', summary: 'Copies the number that the identity service has.' },
        schema: { response: { 200: SyncPhonesReply, ...errorReplies } },
      },
      async (request) => syncPhones(deps, await sessions.require(request)),
    );
    done();
  };
}
