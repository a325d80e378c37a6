import { createTransport } from 'nodemailer';

import { ProviderError, type ProviderErrorKind } from '#server/providers/ports.ts';
import type { Mailer, OutgoingMail } from '#server/providers/ports/mail.ts';

export type SmtpOptions = {
  /** smtp:// or smtps://, with user and password where the server wants them. */
  readonly url: string;
  readonly from: { readonly name: string; readonly address: string };
};

const connectMs = 10_000;
/** Without a word from the server for so long, it is gone. */
const silenceMs = 30_000;
/** One mail in all: a server that trickles its replies is no better than none. */
const sendMs = 60_000;

/** Mail by SMTP (RFC 5321). Errors of the library quote addresses and words: only their codes get out of here. */
export function smtpMailer({ url, from }: SmtpOptions): Mailer {
  const transport = createTransport({
    ...connection(url),
    pool: true,
    maxConnections: 3,
    // Tried again by the outbox only, which counts.
    maxRequeues: 0,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    // A mail is what we say it is: nothing in it may name a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.split('@')[1] ?? 'localhost';

  return {
    async send(mail) {
      await transport.sendMail(message(mail, from, domain)).catch((error: unknown) => {
        throw providerError(error);
      });
    },
    async check() {
      await transport.verify().catch((error: unknown) => {
        throw providerError(error);
      });
    },
    close: () => transport.close(),
  };
}

function message({ id, to, subject, text, html }: OutgoingMail, from: SmtpOptions['from'], domain: string) {
  return {
    from,
    to,
    subject,
    text: text.reveal(),
    html: html.reveal(),
    messageId: `<${id}@${domain}>`,
    // RFC 3834: no out-of-office reply is wanted.
    headers: { 'auto-submitted': 'auto-generated' },
    signal: AbortSignal.timeout(sendMs),
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

function providerError(error: unknown): ProviderError {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const reply = typeof responseCode === 'number' ? responseCode : 0;
  const name = typeof code === 'string' ? code : 'unknown';
  const kind: ProviderErrorKind =
    name === 'EAUTH' || name === 'ENOAUTH' ? 'auth' : reply >= 500 ? 'rejected' : 'unavailable';
  return new ProviderError('mail', kind, { code: reply === 0 ? name : String(reply) });
}
