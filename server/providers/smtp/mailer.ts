import { PassThrough } from 'node:stream';

import { createTransport } from 'nodemailer';

import { ProviderError, type ProviderErrorKind } from '#server/providers/ports.ts';
import type { Mailer, OutgoingMail } from '#server/providers/ports/mail.ts';

export type SmtpOptions = {
  /** smtp:// or smtps://, with user and password where the server wants them. */
  readonly url: string;
  readonly from: { readonly name: string; readonly address: string };
  /** Whether smtp:// must become TLS (STARTTLS) before anything is said. */
  readonly requiresTls?: boolean;
};

const connectMs = 10_000;
/** Without a word from the server for so long, it is gone. */
const silenceMs = 30_000;
/** One mail in all: a server that trickles its replies is no better than none. */
const sendMs = 60_000;
/** A server may look for ten minutes at what it was sent before it says yes (RFC 5321, section 4.5.3.2.6). */
const largeSilenceMs = 600_000;
const largeSendMs = 720_000;

/** Mail by SMTP (RFC 5321). Errors of the library quote addresses and words: only their codes get out of here. */
export function smtpMailer({ url, from, requiresTls = false }: SmtpOptions): Mailer {
  const settings = {
    ...connection(url),
    requireTLS: requiresTls,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    // A mail is what we say it is: nothing in it may name a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  const transport = createTransport({
    ...settings,
    pool: true,
    maxConnections: 3,
    // Tried again by the outbox only, which counts.
    maxRequeues: 0,
    socketTimeout: silenceMs,
  });
  const largeTransport = createTransport({ ...settings, socketTimeout: largeSilenceMs });
  /** Message-IDs of which all has been handed over: without a reply after that, no one knows. */
  const written = new Set<string>();
  for (const one of [transport, largeTransport]) {
    one.use('stream', ({ message }, done) => {
      message.transform(() => noteEnd(() => written.add(message.messageId())));
      done();
    });
  }
  const domain = from.address.split('@')[1] ?? 'localhost';

  return {
    async send(mail) {
      const ready = message(mail, from, domain);
      try {
        await (mail.attachments === undefined ? transport : largeTransport).sendMail(ready);
      } catch (error) {
        throw providerError(error, written.has(ready.messageId));
      } finally {
        written.delete(ready.messageId);
      }
    },
    async check() {
      await transport.verify().catch((error: unknown) => {
        throw providerError(error, false);
      });
    },
    close() {
      transport.close();
      largeTransport.close();
    },
  };
}

function message(mail: OutgoingMail, from: SmtpOptions['from'], domain: string) {
  const { id, to, subject, text, html, replyTo, attachments = [] } = mail;
  return {
    from,
    to,
    subject,
    text: text.reveal(),
    ...(html === undefined ? {} : { html: html.reveal() }),
    ...(replyTo === undefined ? {} : { replyTo }),
    attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    messageId: `<${id}@${domain}>`,
    // RFC 3834: no out-of-office reply is wanted. What a person wrote is not made by a machine.
    ...(replyTo === undefined
      ? { headers: { 'auto-submitted': mail.isReply === true ? 'auto-replied' : 'auto-generated' } }
      : {}),
    signal: AbortSignal.timeout(attachments.length === 0 ? sendMs : largeSendMs),
  };
}

function connection(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isTls = protocol === 'smtps:';
  return {
    host: hostname,
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    secure: isTls,
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}

/** Lets a stream through, and says when its last byte has passed. */
function noteEnd(onEnd: () => void): PassThrough {
  return new PassThrough({
    flush(done) {
      onEnd();
      done();
    },
  });
}

/** @param isWritten the whole mail had been handed over: a connection that breaks now leaves its fate open */
function providerError(error: unknown, isWritten: boolean): ProviderError {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const reply = typeof responseCode === 'number' ? responseCode : 0;
  const name = typeof code === 'string' ? code : 'unknown';
  // Whatever it says to STARTTLS concerns the connection and no mail.
  if (name === 'ETLS') return new ProviderError('mail', 'unavailable', { code: name });
  const kind: ProviderErrorKind =
    name === 'EAUTH' || name === 'ENOAUTH'
      ? 'auth'
      : reply >= 500
        ? 'rejected'
        : isWritten && reply === 0
          ? 'ambiguous'
          : 'unavailable';
  return new ProviderError('mail', kind, { code: reply === 0 ? name : String(reply) });
}
