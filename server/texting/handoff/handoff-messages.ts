import type { Socket } from 'node:net';

import { z } from 'zod';

import { languages } from '#contract/language.ts';
import { parseJson } from '#contract/parse-json.ts';

import type { ReplyKind } from '../rules/decide-reply.ts';
import type { Lease } from '../store/text-store.ts';

/** A worker: who it is, and whether it has room for questions; then, for each text, whether it took it. */
export const FromWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('worker'), owner: z.uuid(), hasRoom: z.boolean() }),
  z.object({ type: z.enum(['taken', 'refused']), sid: z.string() }),
]);
export type FromWorker = z.infer<typeof FromWorker>;

/** A web process: a text that is stored as leased to the worker, and its body. */
export const FromWeb = z.object({
  lease: z.object({
    sid: z.string(),
    fence: z.number(),
    sender: z.string(),
    serviceNumber: z.string(),
    reply: z.string().transform((reply) => reply as ReplyKind),
    language: z.enum(languages).default('en'),
    hasMemory: z.boolean().default(false),
    attempts: z.number(),
    ageMs: z.number(),
    timeLeftMs: z.number(),
    mayGoInMs: z.number(),
  }) satisfies z.ZodType<Lease>,
  body: z.string(),
});
export type FromWeb = z.infer<typeof FromWeb>;

/** Much longer than any message: a text has at most 20,000 characters. */
const charsMax = 256 * 1024;

/** One message is one line of JSON. Plaintext goes no further than the socket: it is in no error and in no log. */
export function sendMessage(socket: Socket, message: FromWorker | FromWeb): void {
  socket.write(`${JSON.stringify(message)}\n`);
}

/** Calls `onMessage` for each message; ends the connection at the first that is not one. */
export function readMessages<T>(socket: Socket, schema: z.ZodType<T>, onMessage: (message: T) => void): void {
  let unread = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (unread + chunk).split('\n');
    unread = lines.pop() ?? '';
    for (const line of lines) {
      const message = schema.safeParse(parseJson(line));
      if (message.success) onMessage(message.data);
      else socket.destroy();
    }
    if (unread.length > charsMax) socket.destroy();
  });
}
