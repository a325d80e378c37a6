import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { accountWords } from '#contract/account-words.ts';
import { CodeSentReply } from '#contract/auth.ts';
import { ErrorBody } from '#contract/errors.ts';
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
import { clientOf } from '#server/platform/clients.ts';

import type { AccountParts } from '../parts.flow.ts';
import { readProof } from '../proof.flow.ts';
import { confirmPhoneChange, startPhoneChange } from './phone-change.flow.ts';
import { phoneDuplicate, phoneStatus, syncPhones } from './phones.flow.ts';
import { listNumbers } from './phones.repo.ts';
import { undoChange } from './undo-change.flow.ts';

const refusals = { '4xx': ErrorBody, '5xx': ErrorBody } as const;

/** The phone of an account. The paths with `cognito` answer in every stage of identity (decisions, "Identity"). */
export function phoneRoutes(parts: AccountParts): FastifyPluginCallbackZod {
  const { db, sessions } = parts;
  const { first: onRequest } = sessions;
  return function (app, _options, done) {
    app.get(
      '/api/user/phone-status',
      { schema: { querystring: PhoneStatusQuery, response: { 200: PhoneStatusReply, ...refusals } } },
      async (request) => {
        const session = await sessions.find(request);
        const userId = session?.userId ?? (await readProof(parts, request));
        return phoneStatus(parts, request.query.phoneNumber, { userId, key: userId ?? clientOf(request).key });
      },
    );

    app.get(
      '/api/user/phone-numbers',
      { schema: { response: { 200: PhoneNumbersReply, ...refusals } } },
      async (request) => listNumbers(db, (await sessions.require(request)).userId, parts.phoneHash),
    );

    app.post(
      '/api/check-phone-duplicate',
      { onRequest, schema: { body: PhoneDuplicateBody, response: { 200: PhoneDuplicateReply, ...refusals } } },
      async (request) => phoneDuplicate(parts, await sessions.require(request), request.body.phoneNumber),
    );

    app.post(
      '/api/cognito/initiate-phone-change',
      { onRequest, schema: { body: StartPhoneChangeBody, response: { 200: CodeSentReply, ...refusals } } },
      async (request) => {
        const session = await sessions.requireFresh(request);
        return startPhoneChange(parts, session, request.body.phoneNumber, clientOf(request));
      },
    );

    app.post(
      '/api/cognito/confirm-phone-change',
      { onRequest, schema: { body: ConfirmPhoneChangeBody, response: { 200: ConfirmPhoneChangeReply, ...refusals } } },
      async (request) => {
        const session = await sessions.require(request);
        return confirmPhoneChange(parts, session, request.body.verificationCode, clientOf(request));
      },
    );

    app.post(
      '/api/undo-phone-change',
      { schema: { body: UndoPhoneChangeBody, response: { 200: DoneReply, ...refusals } } },
      async (request) => {
        await undoChange(parts, request.body.token, clientOf(request));
        return { message: accountWords.phoneChangeUndone };
      },
    );

    app.post(
      '/api/phone/sync-from-cognito',
      { schema: { response: { 200: SyncPhonesReply, ...refusals } } },
      async (request) => syncPhones(parts, await sessions.require(request)),
    );
    done();
  };
}
