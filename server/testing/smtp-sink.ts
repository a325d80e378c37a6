import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail server on loopback that keeps what it is given. Gone with `await using`. */
export type SmtpSink = AsyncDisposable & {
  readonly port: number;
  readonly url: string;
  /** What came in so far, oldest first. */
  mails(): Promise<Email[]>;
  /** From now on every mail is answered with this reply code; null takes them again. */
  refuse(code: number | null): void;
};

export async function startSmtpSink({ port = 0 } = {}): Promise<SmtpSink> {
  const raw: Buffer[] = [];
  let refusal: number | null = null;
  let closed: Promise<void> | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 200,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusal !== null) return done(Object.assign(new Error('not today'), { responseCode: refusal }));
        raw.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: taken } = server.server.address() as AddressInfo;
  return {
    port: taken,
    url: `smtp://127.0.0.1:${taken}`,
    mails: () => Promise.all(raw.map((mail) => PostalMime.parse(mail))),
    refuse(code) {
      refusal = code;
    },
    async [Symbol.asyncDispose]() {
      closed ??= new Promise((resolve) => {
        server.close(() => resolve());
      });
      await closed;
    },
  };
}
