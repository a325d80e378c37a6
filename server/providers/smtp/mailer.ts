import { PassThrough } from 'node:stream';

import { createTransport } from 'nodemailer';

import type { Mailer, OutgoingMail } from '#server/providers/ports/mailer.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

export type SmtpOptions = {
  /** smtp:// or smtps://, with user and password if the server requires them. */
  readonly url: string;
  readonly from: { readonly name: string; readonly address: string };
  /** Whether smtp:// must become TLS (STARTTLS) before anything is sent. */
  readonly requiresTls?: boolean;
};

const connectMs = 10_000;
/** After this time without a reply the server counts as unavailable. */
const silenceMs = 30_000;
/** The longest send of one email, against servers that trickle their replies. */
const sendMs = 60_000;
/** A server may take ten minutes to accept a message (RFC 5321, section 4.5.3.2.6). */
const largeSilenceMs = 600_000;
const largeSendMs = 720_000;

/** Email by SMTP (RFC 5321). The library's errors quote addresses and content: only their codes are passed on. */
export function smtpMailer({ url, from, requiresTls = false }: SmtpOptions): Mailer {
  const settings = {
    ...connection(url),
    requireTLS: requiresTls,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    // Content is literal: nothing in it may name a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  const transport = createTransport({
    ...settings,
    pool: true,
    maxConnections: 3,
    // Only the outbox retries, and it counts its tries.
    maxRequeues: 0,
    socketTimeout: silenceMs,
  });
  const largeTransport = createTransport({ ...settings, socketTimeout: largeSilenceMs });
  /** Message-IDs of emails that were sent completely: without a reply their outcome is unknown. */
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
    // RFC 3834: prevents out-of-office replies. A message that a person wrote is not marked as automatic.
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

/** Passes a stream through and reports its last byte. */
function noteEnd(onEnd: () => void): PassThrough {
  return new PassThrough({
    flush(done) {
      onEnd();
      done();
    },
  });
}

/** @param isWritten the whole email had been sent: a connection that breaks now leaves the outcome unknown */
function providerError(error: unknown, isWritten: boolean): ProviderError {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown };
  const reply = typeof responseCode === 'number' ? responseCode : 0;
  const name = typeof code === 'string' ? code : 'unknown';
  // A refusal of STARTTLS concerns the connection, not the email.
  if (name === 'ETLS') return new ProviderError('mail', 'unavailable', { code: name });
  const refusesUs = name === 'EAUTH' || name === 'ENOAUTH' ? 'auth' : 'unavailable';
  if (reply === 0) return new ProviderError('mail', isWritten ? 'ambiguous' : refusesUs, { code: name });
  // A refused greeting or sender is the same for every email. With 421 the server closes the connection
  // (RFC 5321, section 4.2.2); 552 is about the size of one email, whichever command it answers.
  const isAboutEmail = reply !== 421 && (command === 'RCPT TO' || command === 'DATA' || reply === 552);
  if (!isAboutEmail || reply < 400)
    return new ProviderError('mail', refusesUs, { code: `${reply} ${String(command)}` });
  // Postfix answers 450 to an unknown domain.
  return new ProviderError('mail', reply < 500 ? 'deferred' : 'rejected', { code: String(reply) });
}
