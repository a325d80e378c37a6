import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

import { streamEvents } from '../event-stream.ts';
import { type Carrier, phoneTopic } from './carrier.ts';
import { receiveText } from './inbound.ts';
import { toPhoneMessage } from './message.ts';
import type { PhoneMessage } from './phone-message.ts';

const phone = z.string().regex(/^\+[1-9]\d{7,14}$/, 'must be a phone number in E.164, e.g. +12125550142');
const OnePhone = z.object({ number: phone });
const SendBody = z.strictObject({
  to: phone,
  body: z.string().max(1_600).default(''),
  /** Addresses of pictures; a `data:` address names the type. Nothing is fetched. */
  mediaUrls: z.array(z.string().max(100_000)).max(10).default([]),
});
/** Many texts, one from each phone, at a steady rate: the load of a bench, without a request for each. */
const ManyBody = z.strictObject({
  to: phone,
  body: z.string().max(1_600),
  from: z.array(phone).min(1).max(50_000),
  perSecond: z.number().positive().max(10_000),
});
const WaitQuery = z.object({
  /** Wait until the phone has at least this many texts from the service... */
  replies: z.coerce.number().int().min(0).default(0),
  /** ...or this much time has passed. */
  timeoutMs: z.coerce.number().int().min(0).max(120_000).default(10_000),
});
const EventsQuery = z.object({ phone: z.union([phone.transform((one) => [one]), z.array(phone).max(20)]) });

/** `/sandbox/phones`: the simulated phones, for pages and scripts. */
export function addPhoneRoutes(app: FastifyInstance, carrier: Carrier): void {
  const { account, context, optOuts, store } = carrier;
  const messagesOf = (number: string): PhoneMessage[] =>
    store
      .ofPhone(number)
      .filter(({ handsetBody }) => handsetBody !== null)
      .map((message) => toPhoneMessage(message));

  app.get('/sandbox/phones', async () => {
    const texts = store.all().map((message) => (message.direction === 'inbound' ? message.from : message.to));
    const blocked = optOuts.all();
    return {
      serviceNumbers: account.numbers,
      phones: [...new Set(texts)].map((number) => ({
        number,
        messages: store.ofPhone(number).length,
        isOptedOut: blocked.some((block) => block.phone === number),
      })),
    };
  });

  app.post('/sandbox/phones/:number/messages', async (request, reply) => {
    const { number } = OnePhone.parse(request.params);
    const { to, body, mediaUrls } = SendBody.parse(request.body);
    if (!account.numbers.includes(to)) return reply.code(404).send({ message: `${to} is not a service number here` });
    const mediaTypes = mediaUrls.map((url) => typeOf(url));
    return reply.code(201).send({ sid: receiveText(carrier, { from: number, to, body, mediaTypes }).sid });
  });

  app.post('/sandbox/phones/messages', async (request, reply) => {
    const { from, ...text } = ManyBody.parse(request.body);
    if (!account.numbers.includes(text.to))
      return reply.code(404).send({ message: `${text.to} is not a service number here` });
    sendSteadily(carrier, from, text);
    return reply.code(202).send({ texts: from.length });
  });

  app.get('/sandbox/phones/:number/messages', async (request) => {
    const { number } = OnePhone.parse(request.params);
    const { replies, timeoutMs } = WaitQuery.parse(request.query);
    const hasThem = () => messagesOf(number).filter(({ direction }) => direction === 'from_service').length >= replies;
    if (!hasThem()) await waitFor(carrier, hasThem, { topic: phoneTopic(number), timeoutMs });
    return messagesOf(number);
  });

  app.get('/sandbox/phones/:number/events', async (request, reply) => {
    const { number } = OnePhone.parse(request.params);
    streamEvents(request, reply, context.events, [phoneTopic(number)]);
  });
  // One stream for several phones: a browser allows six connections to a host.
  app.get('/sandbox/phones/events', async (request, reply) => {
    const { phone } = EventsQuery.parse(request.query);
    streamEvents(request, reply, context.events, phone.map(phoneTopic));
  });
}

/** Sends in the background, each text when it is due: one that falls behind catches up. */
function sendSteadily(
  carrier: Carrier,
  from: readonly string[],
  { to, body, perSecond }: Omit<z.infer<typeof ManyBody>, 'from'>,
): void {
  const beganAt = performance.now();
  let sent = 0;
  const sendDue = (): void => {
    const due = Math.min(from.length, 1 + Math.floor(((performance.now() - beganAt) * perSecond) / 1000));
    for (const number of from.slice(sent, due)) receiveText(carrier, { from: number, to, body, mediaTypes: [] });
    sent = due;
    if (sent < from.length) carrier.context.tasks.after(2, sendDue);
  };
  sendDue();
}

/** Resolves when `isDone`, checked after each event of the topic, or after the timeout. */
async function waitFor(
  { context }: Carrier,
  isDone: () => boolean,
  { topic, timeoutMs }: { topic: string; timeoutMs: number },
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeoutMs);
  context.tasks.signal.addEventListener('abort', () => resolve(), { once: true });
  const unsubscribe = context.events.subscribe((event) => {
    if (event.topic === topic && isDone()) resolve();
  });
  await promise;
  clearTimeout(timer);
  unsubscribe();
}

const typeByEnding: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  png: 'image/png',
  mp4: 'video/mp4',
  amr: 'audio/amr',
  mp3: 'audio/mpeg',
  vcf: 'text/vcard',
  txt: 'text/plain',
};

/** The content type of a picture or the like: all that is kept of it. */
function typeOf(url: string): string {
  const typed = /^data:([\w.+-]+\/[\w.+-]+)?/.exec(url);
  if (typed) return typed[1] ?? 'text/plain';
  const ending = /\.(\w+)(?:[?#].*)?$/.exec(url)?.[1]?.toLowerCase() ?? '';
  return typeByEnding[ending] ?? 'image/jpeg';
}
