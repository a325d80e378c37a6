import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';

import { contactCopy, subjectsWithAttachments, WAITLIST_SUBJECT } from '#contract/contact-copy.ts';
import { ContactMessage, ContactReply } from '#contract/contact.ts';
import { SupportReply, SupportTicket } from '#contract/support.ts';
import { isTicketIdOf, newTicketId } from '#contract/ticket-id.ts';
import type { Db } from '#server/db/client.ts';
import { perClient } from '#server/http/client-limits.ts';
import { clientOf } from '#server/http/client.ts';
import { errorReplies } from '#server/http/error-replies.ts';
import { refuseOverLimit } from '#server/http/refuse-over-limit.ts';
import type { Sessions } from '#server/http/sessions.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Limit, LimitOf, RateLimits } from '#server/platform/rate-limits.ts';

import { contactEmail, ticketEmail } from './compose-request-email.ts';
import { FormTurns } from './form-turns.ts';
import { checkFields, formBytesMax, formLimits, readForm, senderLeaving } from './read-form.ts';
import { findTicketAccount } from './requests.repo.ts';
import type { SupportRequest } from './support-request.ts';

export type RequestRouteDeps = {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly rateLimits: RateLimits;
  readonly limits: {
    readonly CONTACTS_PER_ADDRESS_HOUR: number;
    readonly TICKETS_PER_USER_HOUR: number;
    readonly CONTACTS_PER_HOUR: number;
  };
  /** Stores a request until both of its emails are sent. */
  readonly accept: (request: SupportRequest) => Promise<void>;
};

const tooManyRequests = 'You have sent several messages in a short time. Please try again later.';
/** Submissions, even invalid ones, per request that the limits allow, because reading a form takes memory. */
const triesPerRequest = 6;

type SubmitOptions = {
  readonly own: readonly LimitOf[];
  readonly shared?: readonly LimitOf[];
  readonly turns: FormTurns;
  /** The sender's keys for `FormTurns.run`. */
  readonly askers: readonly string[];
};

const ofForms = { tag: 'Support', takesFiles: true } as const;

/** Routes for subscribers' tickets and anyone's messages, with files: stored encrypted, then emailed to support. */
export function requestRoutes(deps: RequestRouteDeps): FastifyPluginAsyncZod {
  const { limits, sessions } = deps;
  const hour = { windowSeconds: 3600, whenDown: 'closed' } as const;
  const perAddress: Limit = { ...hour, name: 'contact_address', points: limits.CONTACTS_PER_ADDRESS_HOUR };
  const perUser: Limit = { ...hour, name: 'ticket_user', points: limits.TICKETS_PER_USER_HOUR };
  // Requests are encrypted and cannot be found by ticket id, so this limit records which ids are used.
  const ofTicketId: Limit = { ...hour, name: 'ticket_id', points: 1, windowSeconds: 30 * 86_400 };
  const ofVisitors: Limit = { ...hour, name: 'contacts_all', points: limits.CONTACTS_PER_HOUR };
  // Separate turns, so that visitors cannot use up what subscribers need (docs/reference/security.md#t29).
  const contactTurns = new FormTurns();
  const ticketTurns = new FormTurns();

  /** Reads a form and stores the request that `compose` makes of it, within the limits. */
  async function submit<T extends SupportRequest>(
    request: FastifyRequest,
    { own, shared = [], turns, askers }: SubmitOptions,
    compose: (form: Awaited<ReturnType<typeof readForm>>) => T | Promise<T>,
  ): Promise<T> {
    const tries = own.map(([limit, key]): LimitOf => {
      return [{ ...limit, name: `${limit.name}_tries`, points: limit.points * triesPerRequest }, key];
    });
    await refuseOverLimit(deps.rateLimits, tries, tooManyRequests);
    return turns.run({ askers, leaving: senderLeaving(request) }, async () => {
      const submitted = await compose(await readForm(request));
      const taken = [...own, ...shared];
      await refuseOverLimit(deps.rateLimits, taken, tooManyRequests);
      await deps.accept(submitted).catch(async (error: unknown) => {
        await deps.rateLimits.refundAll(taken);
        throw error;
      });
      return submitted;
    });
  }

  /** Returns the id that the form shows, or a new one if that is used or not this user's. */
  async function takeTicketId(userId: string, shown: string): Promise<string> {
    const isFree = isTicketIdOf(userId, shown) && (await deps.rateLimits.take(ofTicketId, shown)).ok;
    return isFree ? shown : newTicketId(userId);
  }

  return async function (app) {
    await app.register(multipart, { limits: formLimits, throwFileSizeLimit: false });
    app.addHook('onRequest', (request, _reply, next) => {
      const length = Number(request.headers['content-length'] ?? 0);
      next(length > formBytesMax ? new AppError('too_large', 'The request is too large.') : undefined);
    });

    app.post(
      '/api/contact',
      {
        config: { ...ofForms, access: 'public', summary: 'Accepts a message with up to four files.' },
        schema: { response: { 200: ContactReply, ...errorReplies } },
      },
      async (request) => {
        const { prefixes } = clientOf(request);
        const limitedBy = {
          own: perClient(perAddress, prefixes),
          shared: [[ofVisitors, 'all']] as const,
          turns: contactTurns,
          askers: prefixes.map(({ key }) => key),
        };
        let done: string = contactCopy.sent;
        await submit(request, limitedBy, ({ fields, files, names }) => {
          const message = checkFields(ContactMessage, fields);
          if (message.subject === WAITLIST_SUBJECT) done = contactCopy.waitlisted(message.country ?? '');
          if (files.length > 0 && !subjectsWithAttachments.has(message.subject)) {
            throw new AppError(
              'bad_request',
              'You can’t attach files to a message with this subject. Remove them and send again.',
            );
          }
          return { kind: 'contact', userId: null, email: contactEmail(message, names), files };
        });
        return { message: done };
      },
    );

    app.post(
      '/api/support',
      {
        config: { ...ofForms, access: 'session', summary: 'Accepts a ticket with up to four files.' },
        schema: { response: { 200: SupportReply, ...errorReplies } },
      },
      async (request) => {
        const { userId } = await sessions.require(request);
        const askers = [userId, ...clientOf(request).prefixes.map(({ key }) => key)];
        const limitedBy = { own: [[perUser, userId]] as const, turns: ticketTurns, askers };
        let ticketId = '';
        await submit(request, limitedBy, async ({ fields, files, names }) => {
          const ticket = checkFields(SupportTicket, fields);
          const account = await findTicketAccount(deps.db, userId);
          ticketId = await takeTicketId(userId, ticket.ticketId);
          return { kind: 'ticket', userId, email: ticketEmail(ticket, ticketId, account, names), files };
        });
        return { message: 'Thank you. Our support people answer by email.', ticketId };
      },
    );
  };
}
