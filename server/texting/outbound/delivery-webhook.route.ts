import type { FastifyPluginCallback } from 'fastify';
import { z } from 'zod';

import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import type { Log } from '#server/observability/log.ts';
import { deliveryOf } from '#server/observability/tracing/span-facts.ts';
import type { Tracing } from '#server/observability/tracing/tracing.ts';
import { crashPoint } from '#server/platform/crash-points.ts';
import { AppError } from '#server/platform/errors.ts';

import { StatusForm, verifiedForm, type WebhookDeps, webhookRefused } from '../inbound/twilio-webhook.ts';
import { logDuplicate } from '../store/log-duplicate.ts';
import type { DatabaseStore, DeliveryReport, OutageStore } from '../store/text-store.ts';

/** `o` is the id that we put into the report's address before we sent; the signature covers it. */
const StatusQuery = z.object({ o: z.uuid().optional() });

type NoteDeps = {
  readonly textStore: Pick<DatabaseStore, 'noteReport'>;
  readonly outageStore: OutageStore;
  readonly wake: () => void;
  readonly tracing: Pick<Tracing, 'ofMessage'>;
  readonly log: Pick<Log, 'error'>;
};

/**
 * Receives delivery reports, which arrive in any order, repeatedly, or before the response to the send itself. One that
 * names our id proves that the send happened, also of a send that is unknown
 * (docs/reference/texting-protocol.md#reconciliation).
 */
export function statusWebhook(deps: WebhookDeps & NoteDeps): FastifyPluginCallback {
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
        const {
          MessageSid: sid,
          AccountSid,
          To: to = null,
          MessageStatus: status,
          ErrorCode: code = null,
        } = report.data;
        if (AccountSid !== deps.accountSid) {
          throw webhookRefused(deps, 'wrong_account', 'This report is not for this service.');
        }
        await deps.tracing.ofMessage(sid, 'message.report', async (says) => {
          says({ delivery: deliveryOf(status), code: code ?? undefined });
          await note(deps, { id: query.data.o ?? null, sid, status, code }, to);
        });
        crashPoint('cb.committed');
        return reply.code(204).send();
      },
    );
    done();
  };
}

/** A report that waits too long, or that the database cannot store now, goes to the journal: no one requests it again. */
async function note(deps: NoteDeps, report: DeliveryReport, to: string | null): Promise<void> {
  const { textStore, outageStore, wake, log } = deps;
  const { id } = report;
  if (outageStore.isUnavailable() || (id !== null && outageStore.hasSend(id))) outageStore.keepReport(report);
  else {
    try {
      const { isNew, isDuplicate } = await textStore.noteReport(report, to);
      if (isDuplicate && id !== null) logDuplicate(log, id);
      if (!isNew) return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) && !(error instanceof AppError)) throw error;
      outageStore.reportFailure(error);
      outageStore.keepReport(report);
    }
  }
  wake();
}
