import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Carrier } from './carrier.ts';
import { createMessage, type Form } from './create-message.ts';
import { TwilioError } from './errors.ts';
import { type Message, toResource } from './message.ts';
import { describePage, readPage } from './paging.ts';

type OneMessage = { Params: { file: string } };

/** `/Messages`: create, list, fetch, redact. Paths work with and without `.json`. */
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
  // One extra row tells whether there is a next page.
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
