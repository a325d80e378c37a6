import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

import type { Carrier } from './carrier.ts';
import { callInboundWebhook, defaultInboundUrl } from './inbound.ts';
import { mediaOf, type Message } from './message.ts';
import { Behavior } from './settings.ts';

const SettingsPatch = Behavior.extend({ delaysMs: Behavior.shape.delaysMs.partial() }).partial();
const LedgerQuery = z.object({
  direction: z.enum(['inbound', 'outbound-api', 'outbound-reply']).optional(),
  /** The phone's number, as sender or recipient. */
  phone: z.string().optional(),
});

/** `/sandbox/twilio`: the carrier's settings, its opt-outs, and the ledger that verifies a chaos run. */
export function addControlRoutes(app: FastifyInstance, carrier: Carrier): void {
  const { behavior, optOuts, store } = carrier;
  const describe = () => ({ ...behavior, inboundUrl: defaultInboundUrl(carrier) });

  app.get('/sandbox/twilio/settings', async () => describe());
  app.put('/sandbox/twilio/settings', async (request) => {
    const { delaysMs, ...rest } = SettingsPatch.parse(request.body);
    Object.assign(behavior, rest);
    Object.assign(behavior.delaysMs, delaysMs);
    return describe();
  });

  app.get('/sandbox/twilio/opt-outs', async () => optOuts.all());

  app.get('/sandbox/twilio/ledger', async (request) => {
    const { direction, phone } = LedgerQuery.parse(request.query);
    const messages = phone === undefined ? store.all() : store.ofPhone(phone);
    const wanted = messages.filter(
      (message) => message.isLogged && (direction ?? message.direction) === message.direction,
    );
    return { evicted: store.evicted, messages: wanted.map((message) => toLedgerLine(message)) };
  });

  app.get('/sandbox/twilio/calls', async () => Object.fromEntries(carrier.calls));
  app.delete('/sandbox/twilio/calls', async (_request, reply) => {
    carrier.calls.clear();
    return reply.code(204).send();
  });

  app.post<{ Params: { sid: string } }>('/sandbox/twilio/messages/:sid/webhook', async (request, reply) => {
    const message = store.find(request.params.sid);
    if (message?.direction !== 'inbound') return reply.code(404).send({ message: 'no such inbound text' });
    callInboundWebhook(carrier, message);
    return reply.code(202).send({ sid: message.sid });
  });

  app.delete('/sandbox/twilio', async (_request, reply) => {
    store.clear();
    carrier.saved.clear();
    optOuts.clear();
    return reply.code(204).send();
  });
}

/** One text in the ledger: without its body; redaction changes its last two lines only. Times are ISO 8601. */
function toLedgerLine(message: Message): object {
  return {
    sid: message.sid,
    direction: message.direction,
    from: message.from,
    to: message.to,
    bodyHash: message.bodyHash,
    bodyChars: message.handsetBody?.length ?? 0,
    segments: message.segments,
    encoding: message.encoding,
    status: message.status,
    errorCode: message.errorCode,
    statusCallback: message.statusCallback,
    validityPeriodS: message.validityPeriodS,
    createdAt: message.createdAt,
    sentAt: message.sentAt,
    finalAt: message.finalAt,
    redactedAt: message.redactedAt,
    mediaLeft: mediaOf(message).length,
  };
}
