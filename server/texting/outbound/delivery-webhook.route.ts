import type { FastifyPluginCallback } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';

import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import { crashPoint } from '#server/platform/crash-points.ts';
import { AppError } from '#server/platform/errors.ts';

import { SenderQueue } from '../inbound/sender-queue.ts';
import { StatusForm, verifiedForm, type WebhookDeps } from '../inbound/twilio-webhook.ts';
import type { DeliveryReport, OutageStore } from '../store/text-store.ts';
import { transactOne } from '../store/transact.ts';
import { noteReport } from '../store/transitions.ts';

/** `o` is the id that we put into the report's address before we sent; the signature covers it. */
const StatusQuery = z.object({ o: z.uuid().optional() });

type NoteDeps = {
  readonly pool: Pool;
  readonly outageStore: OutageStore;
  readonly queue: SenderQueue;
  readonly wake: () => void;
};

/** Three reports arrive for each answer. They may wait: texts and answers need the connections more. */
const reportQueue = { concurrency: 3, waitMaxMs: 8000, waitingMax: 5000 };

/**
 * Receives delivery reports, which arrive in any order, repeatedly, or before the response to the send itself. One that
 * names our id proves that the send happened, also of a send that is unknown
 * (docs/reference/texting-protocol.md#reconciliation).
 */
export function statusWebhook(webhook: WebhookDeps & Omit<NoteDeps, 'queue'>): FastifyPluginCallback {
  const deps = { ...webhook, queue: new SenderQueue(reportQueue) };
  return function (app, _options, done) {
    app.post(
      '/webhooks/twilio/status',
      { config: { access: 'signature', tag: 'Webhooks', summary: 'Receives the delivery report of a text.' } },
      async (request, reply) => {
        const form = verifiedForm(deps, request);
        crashPoint('cb.verified');
        const report = StatusForm.safeParse(form);
        const query = StatusQuery.safeParse(request.query);
        if (!report.success || !query.success) throw new AppError('bad_request', 'This is not a delivery report.');
        const { MessageSid: sid, AccountSid, MessageStatus: status, ErrorCode: code = null } = report.data;
        if (AccountSid !== deps.accountSid) throw new AppError('forbidden', 'This report is not for this service.');
        await note(deps, { id: query.data.o ?? null, sid, status, code });
        crashPoint('cb.committed');
        return reply.code(204).send();
      },
    );
    done();
  };
}

/** A report that waits too long, or that the database cannot store now, goes to the journal: no one requests it again. */
async function note(deps: NoteDeps, report: DeliveryReport): Promise<void> {
  const { pool, outageStore, queue, wake } = deps;
  const { id, sid } = report;
  if (outageStore.isAway() || (id !== null && outageStore.hasSend(id))) outageStore.keepReport(report);
  else {
    try {
      const isRecorded = await queue.run(sid, () => transactOne(pool, noteReport(report)));
      if (!isRecorded) return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) && !(error instanceof AppError)) throw error;
      outageStore.failed(error);
      outageStore.keepReport(report);
    }
  }
  wake();
}
