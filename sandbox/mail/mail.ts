import type { FastifyInstance, FastifyReply } from 'fastify';

import type { SandboxContext, Vendor } from '../context.ts';
import { streamEvents } from '../event-stream.ts';
import { sendPage } from '../pages/shell.ts';
import { mailPage } from './mail-page.ts';
import { type CaughtMail, type Mailbox, createMailbox } from './mailbox.ts';
import { createSmtpServer, listenSmtp } from './smtp.ts';

type OneMail = { Params: { id: string; index: string } };

/** Mail: an SMTP server on its own port, and the mailbox that collects every email. */
export const mail: Vendor = (context) =>
  async function mailRoutes(app) {
    const mailbox = createMailbox(context.events);
    await startSmtp(app, context, mailbox);
    serveControl(app, context, mailbox);
    servePages(app, mailbox);
  };

/** Listens on `SANDBOX_SMTP_PORT`; unset or 0 takes a free port. */
async function startSmtp(app: FastifyInstance, context: SandboxContext, mailbox: Mailbox): Promise<void> {
  const port = Number(context.env['SANDBOX_SMTP_PORT'] ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('SANDBOX_SMTP_PORT must be a port number');
  const server = createSmtpServer(context, mailbox);
  context.addresses.smtp = `smtp://127.0.0.1:${await listenSmtp(server, port)}`;
  app.addHook('onClose', async () => {
    await new Promise<void>((resolve) => {
      server.close(resolve);
    });
  });
}

function serveControl(app: FastifyInstance, context: SandboxContext, mailbox: Mailbox): void {
  app.get('/sandbox/mail', async () => mailbox.all());
  app.delete('/sandbox/mail', async () => {
    mailbox.clear();
    return [];
  });
  app.get('/sandbox/mail/stream', (request, reply) => streamEvents(request, reply, context.events, ['mail']));
  app.get<OneMail>('/sandbox/mail/:id', async ({ params }, reply) => mailbox.get(params.id) ?? notFound(reply));
  app.get<OneMail>('/sandbox/mail/:id/attachments/:index', async ({ params }, reply) => {
    return mailbox.get(params.id)?.attachments[Number(params.index)] ?? notFound(reply);
  });
}

function servePages(app: FastifyInstance, mailbox: Mailbox): void {
  app.get<{ Querystring: { id?: string; as?: string } }>('/mail', async ({ query }, reply) => {
    const mails: readonly CaughtMail[] = mailbox.all();
    const open = query.id === undefined ? mails.at(-1) : mailbox.get(query.id);
    return sendPage(reply, mailPage({ mails, open, asText: query.as === 'text' }));
  });

  // Untrusted HTML: shown in a frame without scripts, network access or access to the sandbox.
  app.get<OneMail>('/sandbox/mail/:id/html', async ({ params }, reply) => {
    const found = mailbox.get(params.id);
    if (!found?.html) return notFound(reply);
    const policy =
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      .type('text/html; charset=utf-8')
      .send(`<base target="_blank">${found.html}`);
  });
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ message: 'There is no such email, or it was dropped.' });
}
