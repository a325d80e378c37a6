import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import {
  AuditReply,
  FindUserBody,
  FindUserReply,
  OptOutBody,
  OptOutReply,
  TextIdParams,
  TextJourney,
} from '#contract/admin-look-up.ts';
import { ErrorBody } from '#contract/errors.ts';
import { e164 } from '#contract/phone-numbers.ts';
import { AppError } from '#server/platform/errors.ts';
import { maskNumber } from '#server/platform/log.ts';
import { parseUsPhoneNumber } from '#server/platform/us-phone-number.ts';

import { listAudit } from '../audit.repo.ts';
import { asOperator, type OperatorParts } from '../operator.flow.ts';
import { findJourney, findUser } from './look-up.repo.ts';

export type LookUpParts = OperatorParts & {
  /** Opts a number (E.164) out. Answers false when it had opted out before. */
  readonly optOut: (number: string) => Promise<boolean>;
};

const refusals = { '4xx': ErrorBody, '5xx': ErrorBody } as const;

/** Calls about one person or one text: what the operator needs to answer a letter. Each use is kept in the audit. */
export function lookUpRoutes(parts: LookUpParts): FastifyPluginCallbackZod {
  const { db, access, optOut } = parts;
  return function (app, _options, done) {
    app.post(
      '/api/admin/find-user',
      { onRequest: access.first, schema: { body: FindUserBody, response: { 200: FindUserReply, ...refusals } } },
      (request) =>
        asOperator(parts, request, {
          action: 'find_user',
          subject: ({ user }) => user?.id ?? null,
          run: async () => ({ user: await findUser(db, request.body.query, readNumber(request.body.query)) }),
        }),
    );

    app.get(
      '/api/admin/texts/:id',
      { onRequest: access.first, schema: { params: TextIdParams, response: { 200: TextJourney, ...refusals } } },
      (request) =>
        asOperator(parts, request, {
          action: 'text',
          subject: request.params.id,
          async run() {
            const journey = await findJourney(db, request.params.id);
            if (journey === null) throw new AppError('not_found', 'No text is known by this id.');
            return journey;
          },
        }),
    );

    app.post(
      '/api/admin/opt-out',
      { onRequest: access.first, schema: { body: OptOutBody, response: { 200: OptOutReply, ...refusals } } },
      (request) => {
        const number = readNumber(request.body.phoneNumber);
        return asOperator(parts, request, {
          action: 'opt_out',
          subject: number === null ? null : maskNumber(number),
          async run() {
            if (number === null) throw notANumber();
            const isNew = await optOut(number);
            const message = isNew ? 'We will not text this number any more.' : 'This number had opted out before.';
            return { status: 'success' as const, isNew, message };
          },
        });
      },
    );

    app.get('/api/admin/audit', { schema: { response: { 200: AuditReply, ...refusals } } }, async (request) => {
      await access.require(request);
      return listAudit(db);
    });
    done();
  };
}

/** A US number as people write it, or any number in E.164; null for anything else. */
function readNumber(text: string): string | null {
  const parsed = parseUsPhoneNumber(text);
  if (parsed.ok) return parsed.e164;
  return e164.safeParse(text).success ? text : null;
}

function notANumber(): AppError {
  const message = 'Please enter a US phone number, or one that begins with + and the country code.';
  return new AppError('bad_request', message, { fields: { phoneNumber: message } });
}
