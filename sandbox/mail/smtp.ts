import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

import type { SandboxContext } from '../context.ts';
import type { Mailbox } from './mailbox.ts';
import { readMail } from './read-mail.ts';

/** A support request has up to 4 files of 3.5 MiB, 20 MB when encoded; many relays accept 25 MB. */
const SIZE_MAX = 25 * 1024 * 1024;
const IDLE_MS = 60_000;
const CLIENTS_MAX = 100;

type Reply = (error?: Error | null, message?: string) => void;
type Stage = 'mail' | 'rcpt' | 'data';
/** How a stage ends: accepted (with the id of an email), refused, never answered, or with a closed connection. */
type Outcome =
  | { readonly is: 'taken'; readonly message?: string }
  | { readonly is: 'refused'; readonly error: Error }
  | { readonly is: 'silence' | 'drop' };

/** A mail server on loopback that accepts every email and delivers none, without encryption, with any password. */
export function createSmtpServer(context: SandboxContext, mailbox: Mailbox): SMTPServer {
  const sockets = new Map<number, Socket>();

  function drop({ remotePort }: SMTPServerSession): void {
    sockets.get(remotePort)?.destroy();
  }
  async function answer(work: Promise<Outcome>, session: SMTPServerSession, reply: Reply): Promise<void> {
    const outcome = await work.catch((): Outcome => ({ is: 'drop' }));
    if (outcome.is === 'taken') reply(null, outcome.message);
    else if (outcome.is === 'refused') reply(outcome.error);
    else if (outcome.is === 'drop') drop(session);
  }

  const server = new SMTPServer({
    banner: 'Sandbox mail server: nothing leaves this machine',
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: SIZE_MAX,
    maxClients: CLIENTS_MAX,
    socketTimeout: IDLE_MS,
    closeTimeout: 500,
    onAuth: (auth, _session, reply) => reply(null, { user: auth.username ?? 'anyone' }),
    onConnect(session, reply) {
      if (context.faults.strikes(context.faults.of('smtp').down)) drop(session);
      else reply();
    },
    onMailFrom: (_address, session, reply) => void answer(pass(context, 'mail'), session, reply),
    onRcptTo: ({ address }, session, reply) => void answer(pass(context, 'rcpt', address), session, reply),
    onData: (stream, session, reply) => void answer(take(context, mailbox, stream, session), session, reply),
  });
  server.server.on('connection', (socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.once('close', () => sockets.delete(port));
  });
  // A client may disconnect in the middle of an email.
  server.on('error', () => {});
  return server;
}

/** Applies the faults at a stage: at the first of their operations, or at `rcpt` if they are for some recipients. */
async function pass({ faults, tasks }: SandboxContext, stage: Stage, recipient = ''): Promise<Outcome> {
  const set = faults.of('smtp');
  if (stage !== (set.recipient === undefined ? (set.operations?.[0] ?? 'mail') : 'rcpt')) return { is: 'taken' };
  if (!recipient.endsWith(set.recipient ?? '')) return { is: 'taken' };
  if (set.latencyMs) await sleep(set.latencyMs, undefined, { signal: tasks.signal }).catch(() => {});
  if (faults.strikes(set.hang)) return { is: 'silence' };
  const errorRate = set.errorRate ?? (set.status === undefined || set.errorAfterAccept ? undefined : 1);
  return faults.strikes(errorRate) ? refused(set.status ?? 451) : { is: 'taken' };
}

async function take(
  context: SandboxContext,
  mailbox: Mailbox,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<Outcome> {
  const { faults, clock } = context;
  const set = faults.of('smtp');
  const isCut = faults.strikes(set.dropInData);
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (isCut) return { is: 'drop' };
    if (!stream.sizeExceeded) chunks.push(chunk);
  }
  if (stream.sizeExceeded) return refused(552, 'Message exceeds fixed maximum message size');
  const passed = await pass(context, 'data');
  if (passed.is !== 'taken') return passed;
  const { mailFrom, rcptTo } = session.envelope;
  const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
  const mail = await readMail(Buffer.concat(chunks), envelope, clock.now());
  mailbox.add(mail);
  if (faults.strikes(set.dropAfterAccept)) return { is: 'drop' };
  if (faults.strikes(set.errorAfterAccept)) return refused(set.status ?? 451);
  return { is: 'taken', message: `Queued as ${mail.id}` };
}

/** Starts a server on loopback. @returns its port @throws when the port is taken */
export async function listenSmtp(server: SMTPServer, port: number): Promise<number> {
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  return typeof address === 'object' && address ? address.port : port;
}

function refused(responseCode: number, message = 'A fault set in the sandbox'): Outcome {
  return { is: 'refused', error: Object.assign(new Error(message), { responseCode }) };
}
