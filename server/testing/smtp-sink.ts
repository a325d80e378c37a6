import { once } from 'node:events';
import type { Socket } from 'node:net';

import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

import { freePort } from './free-port.ts';

/** An SMTP server on loopback that keeps received emails. `await using` stops it. */
export type SmtpSink = AsyncDisposable & {
  readonly port: number;
  readonly url: string;
  /** Received emails, oldest first. */
  mails(): Promise<Email[]>;
  /** Rejects every email with this reply code; null accepts them again. */
  refuse(code: number | null): void;
  /** Answers 552 to emails of more bytes than this. */
  refuseLarger(bytes: number): void;
  /** Greets every connection with this reply code; null with a welcome again. */
  refuseGreeting(code: number | null): void;
  /** Answers every MAIL FROM with this reply code; null accepts them again. */
  refuseSender(code: number | null): void;
  /** Answers 450 to recipients whose address ends with `suffix`; null accepts them again. */
  deferRecipients(suffix: string | null): void;
  /** Keeps each complete email, but drops the connection instead of replying. */
  hangUp(): void;
  /** Drops the connection of the next email after this many bytes, if it is longer; that email is lost. */
  dieAfter(bytes: number): void;
};

/**
 * Starts a sink.
 * @param options.port of an earlier sink, which has stopped; default: one that stays claimed while the sink is stopped
 */
export async function startSmtpSink(options: { readonly port?: number } = {}): Promise<SmtpSink> {
  const port = options.port ?? (await freePort());
  const raw: Buffer[] = [];
  let refusal: number | null = null;
  let bytesMax = Number.POSITIVE_INFINITY;
  let greetingRefusal: number | null = null;
  let senderRefusal: number | null = null;
  let deferred: string | null = null;
  let hangsUp = false;
  let diesAfter = Number.POSITIVE_INFINITY;
  const sockets = new Set<Socket>();
  let closed: Promise<void> | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 200,
    onConnect(_session, done) {
      if (greetingRefusal === null) done();
      else done(Object.assign(new Error('no service'), { responseCode: greetingRefusal }));
    },
    onMailFrom(_address, _session, done) {
      if (senderRefusal === null) done();
      else done(Object.assign(new Error('not now'), { responseCode: senderRefusal }));
    },
    onRcptTo({ address }, _session, done) {
      if (deferred === null || !address.endsWith(deferred)) done();
      else done(Object.assign(new Error('domain not found'), { responseCode: 450 }));
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      let bytes = 0;
      let isLost = false;
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes <= diesAfter) return;
        diesAfter = Number.POSITIVE_INFINITY;
        isLost = true;
        for (const socket of sockets) socket.destroy();
      });
      stream.on('end', () => {
        if (isLost) return;
        const code = bytes > bytesMax ? 552 : refusal;
        if (code !== null) return done(Object.assign(new Error('not today'), { responseCode: code }));
        raw.push(Buffer.concat(chunks));
        if (hangsUp) for (const socket of sockets) socket.destroy();
        else done();
      });
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails: () => Promise.all(raw.map((mail) => PostalMime.parse(mail))),
    refuse(code) {
      refusal = code;
    },
    refuseLarger(bytes) {
      bytesMax = bytes;
    },
    refuseGreeting(code) {
      greetingRefusal = code;
    },
    refuseSender(code) {
      senderRefusal = code;
    },
    deferRecipients(suffix) {
      deferred = suffix;
    },
    hangUp() {
      hangsUp = true;
    },
    dieAfter(bytes) {
      diesAfter = bytes;
    },
    async [Symbol.asyncDispose]() {
      closed ??= new Promise((resolve) => {
        server.close(() => resolve());
      });
      await closed;
    },
  };
}
