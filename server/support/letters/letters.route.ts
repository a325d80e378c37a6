import { randomInt } from 'node:crypto';

import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';

import { contactWords, subjectsWithAttachments } from '#contract/contact-words.ts';
import { ContactMessage, ContactReply } from '#contract/contact.ts';
import { ErrorBody } from '#contract/errors.ts';
import { SupportReply, SupportTicket } from '#contract/support.ts';
import type { Db } from '#server/db/client.ts';
import { perClient } from '#server/platform/client-limits.ts';
import { clientOf } from '#server/platform/clients.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Limit, LimitOf, RateLimits } from '#server/platform/rate-limits.ts';
import { Semaphore } from '#server/platform/semaphore.ts';
import type { Sessions } from '#server/platform/session.ts';

import { contactWordsOf, ticketWords } from './compose-letter.ts';
import type { Letter } from './letter.ts';
import { userName } from './letters.repo.ts';
import { checkFields, formBytesMax, formLimits, readForm } from './read-form.flow.ts';

export type LetterParts = {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly rateLimits: RateLimits;
  readonly limits: {
    readonly CONTACTS_PER_ADDRESS_HOUR: number;
    readonly TICKETS_PER_USER_HOUR: number;
    readonly CONTACTS_PER_HOUR: number;
  };
  /** Keeps a letter until both of its mails are out. */
  readonly accept: (letter: Letter) => Promise<void>;
};

const refusals = { '4xx': ErrorBody, '5xx': ErrorBody } as const;
const tooManyLetters = 'You have sent several messages in a short time. Please try again later.';
/** Tries at a form, faults included, for every letter that may be sent: reading one takes memory. */
const triesPerLetter = 6;

/** Tickets of subscribers and messages of anyone, with files: kept sealed, then mailed to support. */
export function letterRoutes(parts: LetterParts): FastifyPluginAsyncZod {
  const { limits, sessions } = parts;
  const hour = { windowSeconds: 3600, whenDown: 'closed' } as const;
  const perAddress: Limit = { ...hour, name: 'contact_address', points: limits.CONTACTS_PER_ADDRESS_HOUR };
  const perUser: Limit = { ...hour, name: 'ticket_user', points: limits.TICKETS_PER_USER_HOUR };
  const ofVisitors: Limit = { ...hour, name: 'contacts_all', points: limits.CONTACTS_PER_HOUR };
  // What visitors use up is not missing to subscribers (security T29): neither turns at reading forms, nor mails.
  const readingContacts = new Semaphore({ atOnce: 4, waitingMax: 30 });
  const readingTickets = new Semaphore({ atOnce: 4, waitingMax: 30 });

  /** Reads a form and keeps the letter that `write` makes of it, if the limits allow it. */
  async function handIn<T extends Letter>(
    request: FastifyRequest,
    { own, shared = [], reading }: { own: readonly LimitOf[]; shared?: readonly LimitOf[]; reading: Semaphore },
    write: (form: Awaited<ReturnType<typeof readForm>>) => T | Promise<T>,
  ): Promise<T> {
    const tries = own.map(([limit, key]): LimitOf => {
      return [{ ...limit, name: `${limit.name}_tries`, points: limit.points * triesPerLetter }, key];
    });
    await refuseOverLimits(parts.rateLimits, tries);
    return reading.run(async () => {
      const letter = await write(await readForm(request));
      const taken = [...own, ...shared];
      await refuseOverLimits(parts.rateLimits, taken);
      await parts.accept(letter).catch(async (error: unknown) => {
        await parts.rateLimits.giveAllBack(taken);
        throw error;
      });
      return letter;
    });
  }

  return async function (app) {
    await app.register(multipart, { limits: formLimits, throwFileSizeLimit: false });
    app.addHook('onRequest', (request, _reply, next) => {
      const length = Number(request.headers['content-length'] ?? 0);
      next(length > formBytesMax ? new AppError('too_large', 'The request is too large.') : undefined);
    });

    app.post('/api/contact', { schema: { response: { 200: ContactReply, ...refusals } } }, async (request) => {
      const own = perClient(perAddress, clientOf(request).prefixes);
      const limitedBy = { own, shared: [[ofVisitors, 'all']] as const, reading: readingContacts };
      await handIn(request, limitedBy, ({ fields, files, names }) => {
        const message = checkFields(ContactMessage, fields);
        if (files.length > 0 && !subjectsWithAttachments.has(message.subject)) {
          throw new AppError('bad_request', 'Files cannot be attached to a message with this subject.');
        }
        return { kind: 'contact', userId: null, words: contactWordsOf(message, names), files };
      });
      return { message: contactWords.sent };
    });

    app.post('/api/support', { schema: { response: { 200: SupportReply, ...refusals } } }, async (request) => {
      const { userId } = await sessions.require(request);
      const ticketId = `${userId}-${randomSuffix()}`;
      await handIn(request, { own: [[perUser, userId]], reading: readingTickets }, async ({ fields, files, names }) => {
        const ticket = checkFields(SupportTicket, fields);
        const name = await userName(parts.db, userId);
        return { kind: 'ticket', userId, words: ticketWords(ticket, ticketId, name, names), files };
      });
      return { message: 'Thank you. Our support people answer by email.', ticketId };
    });
  };
}

/** @throws AppError `rate_limited` */
async function refuseOverLimits(rateLimits: RateLimits, limits: readonly LimitOf[]): Promise<void> {
  const refusal = await rateLimits.takeAll(limits);
  if (refusal === null) return;
  throw new AppError('rate_limited', tooManyLetters, { retryAfterSeconds: refusal.retryAfterSeconds });
}

/** Without letters that are easily taken for one another on the phone. */
const suffixLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

function randomSuffix(): string {
  return Array.from({ length: 8 }, () => suffixLetters[randomInt(suffixLetters.length)]).join('');
}
