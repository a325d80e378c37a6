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
import { e164 } from '#contract/phone-numbers.ts';
import { errorReplies } from '#server/http/error-replies.ts';
import { maskNumber } from '#server/observability/log.ts';
import { AppError } from '#server/platform/errors.ts';
import { parseUsPhoneNumber } from '#server/platform/us-phone-number.ts';

import { asOperator, type OperatorDeps } from '../as-operator.ts';
import { listAudit } from '../audit.repo.ts';
import { findJourney, findUser } from './look-up.repo.ts';

export type LookUpDeps = OperatorDeps & {
  /** Opts a number (E.164) out. Returns false when it had opted out before. */
  readonly optOut: (number: string) => Promise<boolean>;
};

/** Calls about one account or one text, for answering support requests. Each use is recorded in the audit. */
export function lookUpRoutes(deps: LookUpDeps): FastifyPluginCallbackZod {
  const { db, access, optOut } = deps;
  return function (app, _options, done) {
    app.post(
      '/api/admin/find-user',
      {
        config: { access: 'operator', tag: 'Admin', summary: 'Finds an account.' },
        onRequest: access.first,
        schema: { body: FindUserBody, response: { 200: FindUserReply, ...errorReplies } },
      },
      (request) =>
        asOperator(deps, request, {
          name: 'find_user',
          subject: ({ user }) => user?.id ?? null,
          run: async () => ({ user: await findUser(db, request.body.query, readNumber(request.body.query)) }),
        }),
    );

    app.get(
      '/api/admin/texts/:id',
      {
        config: {
          access: 'operator',
          tag: 'Admin',
          summary: "Returns a text's states and times, without its content.",
        },
        onRequest: access.first,
        schema: { params: TextIdParams, response: { 200: TextJourney, ...errorReplies } },
      },
      (request) =>
        asOperator(deps, request, {
          name: 'text',
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
      {
        config: { access: 'operator', tag: 'Admin', summary: 'Opts a number out by hand.' },
        onRequest: access.first,
        schema: { body: OptOutBody, response: { 200: OptOutReply, ...errorReplies } },
      },
      (request) => {
        const number = readNumber(request.body.phoneNumber);
        return asOperator(deps, request, {
          name: 'opt_out',
          subject: number === null ? null : maskNumber(number),
          async run() {
            if (number === null) throw notANumber();
            const isNew = await optOut(number);
            const message = isNew ? 'We won’t text this number anymore.' : 'This number was already opted out.';
            return { status: 'success' as const, isNew, message };
          },
        });
      },
    );

    app.get(
      '/api/admin/audit',
      {
        config: { access: 'operator', tag: 'Admin', summary: 'Lists the actions of operators.' },
        schema: { response: { 200: AuditReply, ...errorReplies } },
      },
      async (request) => {
        await access.require(request);
        return listAudit(db);
      },
    );
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
