import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Carrier } from './carrier.ts';
import { createMessage, type Form } from './create-message.ts';
import { TwilioError } from './errors.ts';
import { mediaOf, type Message, toMediaResource, toResource } from './message.ts';
import { describePage, readPage } from './paging.ts';

type OneMessage = { Params: { file: string } };
type OneMedium = { Params: { file: string; media: string } };

/** `/Messages`: create, list, fetch, redact; their media: list, delete. Paths work with and without `.json`. */
export function addMessageRoutes(app: FastifyInstance, carrier: Carrier): void {
  const { account } = carrier;

  for (const path of ['/Messages', '/Messages.json']) {
    app.post<{ Body: Form }>(path, { config: { operation: 'create' } }, async (request, reply) => {
      return reply.code(201).send(toResource(createMessage(carrier, request.body), account.sid));
    });
    app.get(path, { config: { operation: 'list' } }, async (request) => listMessages(carrier, request));
  }

  app.get<OneMessage>('/Messages/:file', { config: { operation: 'fetch' } }, async (request) =>
    toResource(findMessage(carrier, request), account.sid),
  );
  app.post<OneMessage & { Body: Form }>('/Messages/:file', { config: { operation: 'update' } }, async (request) => {
    const message = findMessage(carrier, request);
    redact(carrier, message, request.body);
    return toResource(message, account.sid);
  });

  app.get<OneMessage>('/Messages/:file/Media.json', { config: { operation: 'media_list' } }, async (request) =>
    listMedia(carrier, request),
  );
  app.delete<OneMedium>(
    '/Messages/:file/Media/:media',
    { config: { operation: 'media_delete' } },
    async (request, reply) => {
      deleteMedium(carrier, request);
      return reply.code(204).send();
    },
  );
}

/** @throws TwilioError 20404 when the account has no such message */
function findMessage({ store }: Carrier, request: FastifyRequest<OneMessage>): Message {
  const sid = request.params.file.replace(/\.json$/, '');
  const message = store.find(sid);
  if (!message?.isLogged) {
    throw new TwilioError(20404, request.url.split('?')[0]);
  }
  return message;
}

function listMedia(carrier: Carrier, request: FastifyRequest<OneMessage>): object {
  const message = findMessage(carrier, request);
  const query = new URL(request.url, 'http://sandbox').searchParams;
  const page = readPage(query);
  const begin = message.media.findIndex(({ sid }) => sid === page.afterSid) + 1;
  const left = mediaOf(message).filter((medium) => message.media.indexOf(medium) >= begin);
  const media = left.slice(0, page.size);
  const nextAfter = left.length > page.size ? media.at(-1)?.sid : undefined;
  const { sid } = carrier.account;
  const path = `/2010-04-01/Accounts/${sid}/Messages/${message.sid}/Media.json`;
  return {
    ...describePage(path, query, { page, count: media.length, nextAfter }),
    media_list: media.map((medium) => toMediaResource(message, medium, sid)),
  };
}

/** @throws TwilioError 20404 when it is not there, 20009 as for a body */
function deleteMedium(carrier: Carrier, request: FastifyRequest<OneMedium>): void {
  const message = findMessage(carrier, request);
  const wanted = request.params.media.replace(/\.json$/, '');
  const medium = mediaOf(message).find(({ sid }) => sid === wanted);
  if (!medium) throw new TwilioError(20404, request.url.split('?')[0]);
  checkSettled(carrier, message);
  medium.isDeleted = true;
}

/**
 * A body can be redacted only after delivery has ended.
 * @throws TwilioError 20009 before the final status and during the settling time after it
 */
function checkSettled({ behavior, context }: Carrier, message: Message): void {
  const settledAt = message.finalAt && message.finalAt.getTime() + behavior.settleMs;
  if (settledAt === null || context.clock.now().getTime() < settledAt) throw new TwilioError(20009);
}

function redact(carrier: Carrier, message: Message, form: Form): void {
  const unknown = Object.keys(form).filter((name) => name !== 'Body' && name !== 'Status');
  if (unknown.length > 0) throw new TwilioError(20001, unknown.join(', '));
  if (form['Status'] !== undefined) throw new TwilioError(30409); // only a scheduled message can be canceled
  if (form['Body']?.[0] !== '') throw new TwilioError(30400);
  checkSettled(carrier, message);
  message.body = '';
  message.redactedAt = carrier.context.clock.now();
  message.updatedAt = message.redactedAt;
}

const filterNames = new Set(['To', 'From', 'DateSent', 'DateSent<', 'DateSent>', 'PageSize', 'Page', 'PageToken']);

function listMessages({ store, context, account }: Carrier, request: FastifyRequest): object {
  const query = new URL(request.url, 'http://sandbox').searchParams;
  const unknown = [...query.keys()].filter((name) => !filterNames.has(name));
  if (unknown.length > 0) throw new TwilioError(20001, unknown.join(', '));
  const page = readPage(query);
  const filter = {
    to: query.get('To') ?? undefined,
    from: query.get('From') ?? undefined,
    sentFromDay: readDay(query.get('DateSent>') ?? query.get('DateSent')),
    sentToDay: readDay(query.get('DateSent<') ?? query.get('DateSent')),
  };
  const now = context.clock.now();
  // One extra row shows whether there is a next page.
  const found = store.list(filter, { now, limit: page.size + 1, afterSid: page.afterSid });
  const messages = found.slice(0, page.size);
  const path = `/2010-04-01/Accounts/${account.sid}/Messages.json`;
  const nextAfter = found.length > page.size ? messages.at(-1)?.sid : undefined;
  return {
    ...describePage(path, query, { page, count: messages.length, nextAfter }),
    messages: messages.map((message) => toResource(message, account.sid)),
  };
}

/** Message lists filter by whole days in GMT, whatever the precision of the given time (docs, "Read multiple Messages"). */
function readDay(value: string | null): string | undefined {
  if (value === null) return undefined;
  const day = /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0];
  if (day === undefined) throw new TwilioError(20001, `DateSent ${value}`);
  return day;
}
