/**
 * The carrier and the model as one lean process that replies immediately, so that the figures are the product's: no
 * store, no page, no delivery report. `INSTANT_PARTIES` is an `InstantParties` as JSON. Sends its parent its port, then
 * takes `Texts` one after the other and replies to each with its times.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import type { InstantParties, Texts } from './instant-parties.ts';
import { aQuestion, inboundWebhook, phoneAt } from './webhooks.ts';

const { webhookUrl } = JSON.parse(process.env['INSTANT_PARTIES'] ?? '{}') as InstantParties;
const url = new URL(webhookUrl);
/** By phone: when its webhook was written, and how long after that the request for its answer arrived. */
const sentAt = new Map<string, number>();
const times = new Map<string, number>();
let created = 0;

const answer = {
  status: 'completed',
  output: [{ type: 'message', content: [{ type: 'output_text', text: 'Rembrandt painted it in 1642.' }] }],
  usage: { input_tokens: 300, output_tokens: 10, cost: { total_cost: 0.003 } },
};

/** The reply to each request. */
function replyTo(head: string, body: string, arrivedAt: number): string {
  if (head.startsWith('POST /v1/responses')) return response('200 OK', answer);
  if (!head.startsWith('POST ')) return response('200 OK', { messages: [], next_page_uri: null });
  const to = new URLSearchParams(body).get('To') ?? '';
  const wasSentAt = sentAt.get(to);
  if (wasSentAt !== undefined) times.set(to, arrivedAt - wasSentAt);
  created += 1;
  return response('201 Created', { sid: `SM${String(created).padStart(32, '0')}`, num_segments: '1' });
}

function response(status: string, body: object): string {
  const json = JSON.stringify(body);
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}`;
  return `${head}\r\n\r\n${json}`;
}

function serve(socket: Socket): void {
  let text = '';
  let arrivedAt = 0;
  socket.setNoDelay(true);
  // The product may drop the connection.
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    if (text === '') arrivedAt = performance.now();
    text += chunk.toString('latin1');
    const headEnd = text.indexOf('\r\n\r\n') + 4;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (headEnd < 4 || text.length < headEnd + length) return;
    socket.write(replyTo(text, text.slice(headEnd), arrivedAt));
    text = '';
  });
}

/** Sends one text of each phone, evenly, and waits for their answers. @returns the times, ms */
async function send({ first, count, everyMs }: Texts): Promise<number[]> {
  const socket = connect(Number(url.port), url.hostname).setNoDelay(true);
  socket.resume();
  await once(socket, 'connect');
  const phones = Array.from({ length: count }, (_, nth) => phoneAt(first + nth));
  for (const phone of phones) {
    const webhook = inboundWebhook(url, phone, aQuestion);
    sentAt.set(phone, performance.now());
    socket.write(webhook);
    await wait(everyMs);
  }
  while (phones.some((phone) => !times.has(phone))) await wait(everyMs);
  socket.destroy();
  return phones.map((phone) => times.get(phone) ?? Number.NaN);
}

process.on('message', (texts: Texts) => void send(texts).then((ms) => process.send?.(ms)));
// Its parent was killed.
process.once('disconnect', () => process.exit());
const server = createServer(serve).listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);
