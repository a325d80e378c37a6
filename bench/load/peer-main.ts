/**
 * A peer as a process: a server that checks the carrier's signature, stores the text with `PEER` and acknowledges it once it
 * is stored. It does nothing else, and nothing works on what it stored. `SERVER`: `node` is the least that Node can do,
 * `fastify` a handler as the carrier's documentation has it, on the product's HTTP server and the carrier's package.
 */
import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';

import fastify from 'fastify';
import twilio from 'twilio';

import { sign } from '#sandbox/twilio/signature.ts';

import { isPeer, openStore, type PeerText } from './peers.ts';
import { authToken } from './webhooks.ts';

const {
  PEER: peer = '',
  SERVER: server,
  PORT: port = '0',
  DATABASE_URL: databaseUrl = '',
  REDIS_PORT = '0',
} = process.env;
if (!isPeer(peer)) throw new Error(`PEER is no peer: ${peer}`);
const store = await openStore(peer, { databaseUrl, redisPort: Number(REDIS_PORT) });
const publicUrl = `http://127.0.0.1:${port}`;
const emptyTwiml = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

type Form = Record<string, string>;

function textOf(form: Form): PeerText {
  return { sid: form['MessageSid'] ?? '', from: form['From'] ?? '', to: form['To'] ?? '' };
}

function isSigned(request: IncomingMessage, form: Form): boolean {
  const expected = Buffer.from(sign(authToken, publicUrl + (request.url ?? ''), form));
  const given = Buffer.from(String(request.headers['x-twilio-signature']));
  return expected.length === given.length && timingSafeEqual(expected, given);
}

async function listenWithNode(): Promise<void> {
  const plain = createServer((request, response) => {
    void (async () => {
      const form = Object.fromEntries(new URLSearchParams(await readText(request)));
      if (!isSigned(request, form)) return response.writeHead(403).end();
      await store(textOf(form));
      const headers = { 'content-type': 'text/xml', 'content-length': emptyTwiml.length };
      return response.writeHead(200, headers).end(emptyTwiml);
    })().catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    });
  }).listen(Number(port), '127.0.0.1');
  await once(plain, 'listening');
}

async function listenWithFastify(): Promise<void> {
  const app = fastify();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  app.post<{ Body: Form }>('/webhooks/twilio/messages', async (request, reply) => {
    const signature = String(request.headers['x-twilio-signature']);
    const isValid = twilio.validateRequest(authToken, signature, publicUrl + request.url, request.body);
    if (!isValid) return reply.code(403).send();
    await store(textOf(request.body));
    return reply.type('text/xml').send(emptyTwiml);
  });
  await app.listen({ port: Number(port), host: '127.0.0.1' });
}

await (server === 'fastify' ? listenWithFastify() : listenWithNode());
process.send?.('ready');
process.once('disconnect', () => process.exit(0));
