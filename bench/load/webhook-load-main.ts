/**
 * The load as a process: `WEBHOOK_LOAD` is a `WebhookLoad` as JSON. Each connection sends its next webhook as soon as
 * the previous one is acknowledged. Answers its parent with a `WebhookLoadResult`.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import type { WebhookLoad, WebhookLoadResult } from './run-webhooks.ts';
import { inboundWebhook, phoneAt } from './webhooks.ts';

const load = JSON.parse(process.env['WEBHOOK_LOAD'] ?? '{}') as WebhookLoad;
const url = new URL(load.url);
const beganAt = performance.now();
const countsFrom = beganAt + load.warmUpMs;
const endsAt = countsFrom + load.forMs;
const acknowledgedMs: number[] = [];
let refused = 0;
let nth = load.firstPhone;

/** Sends one webhook and waits for the whole response. @returns the HTTP status */
async function send(socket: Socket): Promise<number> {
  nth += 1;
  socket.write(inboundWebhook(url, phoneAt(load.firstPhone + (nth % load.phones)), `who painted number ${nth}`));
  for (let text = ''; ;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    text += chunk.toString('latin1');
    const headEnd = text.indexOf('\r\n\r\n');
    if (headEnd < 0) continue;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (text.length >= headEnd + 4 + length) return Number(text.slice(9, 12));
  }
}

async function sendUntilEnd(): Promise<void> {
  const socket = connect(Number(url.port), url.hostname);
  socket.setNoDelay(true);
  await once(socket, 'connect');
  for (let now = performance.now(); now < endsAt;) {
    const status = await send(socket);
    const doneAt = performance.now();
    if (doneAt >= countsFrom && doneAt < endsAt) {
      if (status === 200) acknowledgedMs.push(doneAt - now);
      else refused += 1;
    }
    now = doneAt;
  }
  socket.destroy();
}

await Promise.all(Array.from({ length: load.connections }, sendUntilEnd));
const sorted = acknowledgedMs.toSorted((a, b) => a - b);
const result: WebhookLoadResult = {
  perSecond: (acknowledgedMs.length * 1000) / load.forMs,
  p50Ms: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
  p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
  refused,
};
process.send?.(result);
process.disconnect();
