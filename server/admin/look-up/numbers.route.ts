import type { FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';

import { FindNumberBody, ForgetNumberBody, FoundNumber, OptOutBody, OptOutReply } from '#contract/admin-look-up.ts';
import { e164 } from '#contract/phone-numbers.ts';
import { DoneReply } from '#contract/user.ts';
import { parseUsPhoneNumber } from '#server/domain/us-phone-number.ts';
import { errorReplies } from '#server/http/error-replies.ts';
import { maskNumber } from '#server/observability/log.ts';
import { AppError } from '#server/platform/errors.ts';

import { type Action, asOperator, type OperatorDeps } from '../as-operator.ts';
import { findNumber } from './number.repo.ts';

export type NumberDeps = OperatorDeps & {
  /** The key of a number whose account was deleted. */
  readonly phoneHash: (number: string) => string;
  /** Opts a number (E.164) out. Returns false when it had opted out before. */
  readonly optOut: (number: string) => Promise<boolean>;
  /** Starts the deletion of what is kept for a number (E.164) without an account. @throws AppError for one that has one */
  readonly forgetNumber: (number: string) => Promise<void>;
};

/** What an operator does with a number, with or without an account, for someone who asks by email or phone. */
export function numberRoutes(deps: NumberDeps): FastifyPluginCallbackZod {
  const { access, optOut, forgetNumber, phoneHash } = deps;
  return function (app, _options, done) {
    app.post(
      '/api/admin/find-number',
      {
        config: { access: 'operator', tag: 'Admin', summary: 'Returns what is kept for a number, without content.' },
        onRequest: access.requireEarly,
        schema: { body: FindNumberBody, response: { 200: FoundNumber, ...errorReplies } },
      },
      (request) =>
        onNumber(deps, { request, name: 'find_number', text: request.body.phoneNumber }, async (number) => {
          return findNumber(deps.db, number, phoneHash(number));
        }),
    );

    app.post(
      '/api/admin/opt-out',
      {
        config: { access: 'operator', tag: 'Admin', summary: 'Opts a number out by hand.' },
        onRequest: access.requireEarly,
        schema: { body: OptOutBody, response: { 200: OptOutReply, ...errorReplies } },
      },
      (request) =>
        onNumber(deps, { request, name: 'opt_out', text: request.body.phoneNumber }, async (number) => {
          const isNew = await optOut(number);
          const message = isNew ? 'We won’t text this number anymore.' : 'This number was already opted out.';
          return { status: 'success' as const, isNew, message };
        }),
    );

    app.post(
      '/api/admin/forget-number',
      {
        config: { access: 'operator', tag: 'Admin', summary: 'Deletes what is kept for a number without an account.' },
        onRequest: access.requireEarly,
        schema: { body: ForgetNumberBody, response: { 200: DoneReply, ...errorReplies } },
      },
      (request) =>
        onNumber(deps, { request, name: 'forget_number', text: request.body.phoneNumber }, async (number) => {
          await forgetNumber(number);
          return { message: 'The texts of this number and everything else about it are being deleted.' };
        }),
    );
    done();
  };
}

type OnNumber = { readonly request: FastifyRequest; readonly name: Action<unknown>['name']; readonly text: string };

/**
 * Runs an action of the operator on a number, which the audit has masked.
 * @param text the number as the operator typed it
 * @throws AppError `bad_request` if it is none
 */
function onNumber<T>(deps: NumberDeps, on: OnNumber, run: (number: string) => Promise<T>): Promise<T> {
  const number = readNumber(on.text);
  return asOperator(deps, on.request, {
    name: on.name,
    subject: number === null ? null : maskNumber(number),
    async run() {
      if (number === null) throw notANumber();
      return run(number);
    },
  });
}

/** What a copy from a link, or from a phone's contacts, has around a number: a scheme, or invisible direction marks. */
const around = /^tel:|[\u200E\u200F\u202A-\u202E\u2066-\u2069]/gi;
/** What groups the digits of a number; in (0) also the digit that is only dialed inside of its country. */
const grouping = /\(0\)|[\s()./\u2010-\u2015-]/g;

/** A US number as people write it, or any number with + and its country code; null for anything else. */
export function readNumber(text: string): string | null {
  const shown = text.replaceAll(around, '');
  const parsed = parseUsPhoneNumber(shown);
  if (parsed.ok) return parsed.e164;
  const digits = shown.replaceAll(grouping, '');
  return e164.safeParse(digits).success ? digits : null;
}

function notANumber(): AppError {
  const message = 'Please enter a US phone number, or one that begins with + and the country code.';
  return new AppError('bad_request', message, { fields: { phoneNumber: message } });
}
