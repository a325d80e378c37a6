import type { FastifyReply, FastifyRequest } from 'fastify';

import type { EventHub, SandboxEvent } from './event-hub.ts';

/** Interval of comments that keep proxies and browsers from closing an idle stream, ms. */
const PING_MS = 15_000;

/**
 * Answers a request with server-sent events (WHATWG HTML, section 9.2) of the given topics until the
 * client disconnects. `Last-Event-ID` replays what the hub still remembers.
 */
export function streamEvents(request: FastifyRequest, reply: FastifyReply, hub: EventHub, topics: string[]): void {
  const wanted = new Set(topics);
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  raw.write('retry: 1000\n\n');

  function send(event: SandboxEvent): void {
    if (wanted.has(event.topic)) {
      raw.write(`id: ${event.id}\nevent: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`);
    }
  }

  const lastEventId = Number(request.headers['last-event-id']);
  if (lastEventId > 0) for (const event of hub.since(lastEventId)) send(event);
  const unsubscribe = hub.subscribe(send);
  const ping = setInterval(() => raw.write(': ping\n\n'), PING_MS);
  raw.on('close', () => {
    clearInterval(ping);
    unsubscribe();
  });
}
