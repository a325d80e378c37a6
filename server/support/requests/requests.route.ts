import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';

import { contactCopy, subjectsWithAttachments, WAITLIST_SUBJECT } from '#contract/contact-copy.ts';
import { ContactMessage, ContactReply } from '#contract/contact.ts';
import { SupportReply, SupportTicket } from '#contract/support.ts';
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
import { identifyMessage, identifyTicket, type RequestIdentity } from './identify-request.ts';
import { checkFields, type Form, formBytesMax, formLimits, readForm, senderLeaving } from './read-form.ts';
import type { RequestIds } from './request-id.ts';
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
  readonly requestIds: RequestIds;
  /** Stores a request, once, until both of its emails are sent. */
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
  readonly compose: (form: Form) => Promise<SupportRequest & RequestIdentity>;
};

/** Reads a form and stores the request that `compose` makes of it, once and within the limits. */
async function submit(
  { rateLimits, accept }: RequestRouteDeps,
  request: FastifyRequest,
  { own, shared = [], turns, askers, compose }: SubmitOptions,
): Promise<void> {
  const tries = own.map(([limit, key]): LimitOf => {
    return [{ ...limit, name: `${limit.name}_tries`, points: limit.points * triesPerRequest }, key];
  });
  await refuseOverLimit(rateLimits, tries, tooManyRequests);
  await turns.run({ askers, leaving: senderLeaving(request) }, async () => {
    const submitted = await compose(await readForm(request));
    if (submitted.isAccepted) return;
    const taken = [...own, ...shared];
    await refuseOverLimit(rateLimits, taken, tooManyRequests);
    await accept(submitted).catch(async (error: unknown) => {
      await rateLimits.refundAll(taken);
      throw error;
    });
  });
}

const ofForms = { tag: 'Support', takesFiles: true } as const;

/** Routes for subscribers' tickets and anyone's messages, with files: stored encrypted, then emailed to support. */
export function requestRoutes(deps: RequestRouteDeps): FastifyPluginAsyncZod {
  const { limits, sessions } = deps;
  const hour = { windowSeconds: 3600, whenDown: 'closed' } as const;
  const perAddress: Limit = { ...hour, name: 'contact_address', points: limits.CONTACTS_PER_ADDRESS_HOUR };
  const perUser: Limit = { ...hour, name: 'ticket_user', points: limits.TICKETS_PER_USER_HOUR };
  const ofVisitors: Limit = { ...hour, name: 'contacts_all', points: limits.CONTACTS_PER_HOUR };
  // Separate turns, so that visitors cannot use up what subscribers need (docs/reference/security.md#t29).
  const contactTurns = new FormTurns();
  const ticketTurns = new FormTurns();

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
        const compose: SubmitOptions['compose'] = async (form) => {
          const { fields, files, names } = form;
          const message = checkFields(ContactMessage, fields);
          if (message.subject === WAITLIST_SUBJECT) done = contactCopy.waitlisted(message.country ?? '');
          if (files.length > 0 && !subjectsWithAttachments.has(message.subject)) {
            throw new AppError(
              'bad_request',
              'You can’t attach files to a message with this subject. Remove them and send again.',
            );
          }
          const identity = await identifyMessage(deps, form);
          return { ...identity, kind: 'contact', userId: null, email: contactEmail(message, names), files };
        };
        await submit(deps, request, { ...limitedBy, compose });
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
        const compose: SubmitOptions['compose'] = async (form) => {
          const { fields, files, names } = form;
          const ticket = checkFields(SupportTicket, fields);
          const account = await findTicketAccount(deps.db, userId);
          const identity = await identifyTicket(deps, { userId, shown: ticket.ticketId, form });
          ({ ticketId } = identity);
          const email = ticketEmail(ticket, ticketId, account, names);
          return { ...identity, kind: 'ticket', userId, email, files };
        };
        await submit(deps, request, { ...limitedBy, compose });
        return { message: 'Thank you. Our support people answer by email.', ticketId };
      },
    );
  };
}
