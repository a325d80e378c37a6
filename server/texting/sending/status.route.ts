import type { FastifyPluginCallback } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';

import { crashPoint } from '#server/platform/crash-points.ts';
import { isDatabaseAway } from '#server/platform/database-away.ts';
import { AppError } from '#server/platform/errors.ts';

import type { DeliveryReport, StandIn } from '../text-store.ts';
import { StatusForm } from '../webhooks/twilio-forms.ts';
import { verifiedForm, type WebhookParts } from '../webhooks/webhook.ts';
import * as bind from './bind.repo.ts';
import { noteDelivery } from './delivery.repo.ts';

/** `o` is the id that we put into the report's address before we sent; the signature covers it. */
const StatusQuery = z.object({ o: z.uuid().optional() });

/**
 * Delivery reports: in any order, repeated, or before the response to the send itself. One that names our id proves
 * that the send happened, which settles a doubt at once (protocol 2.6 rule 1).
 */
export function statusWebhook(
  parts: WebhookParts & { readonly pool: Pool; readonly standIn: StandIn; readonly wake: () => void },
): FastifyPluginCallback {
  return function (app, _options, done) {
    app.post('/webhooks/twilio/status', async (request, reply) => {
      const form = verifiedForm(parts, request);
      crashPoint('cb.verified');
      const report = StatusForm.safeParse(form);
      const query = StatusQuery.safeParse(request.query);
      if (!report.success || !query.success) throw new AppError('bad_request', 'This is not a delivery report.');
      const { MessageSid: sid, AccountSid, MessageStatus: status, ErrorCode: code = null } = report.data;
      if (AccountSid !== parts.accountSid) throw new AppError('forbidden', 'This report is not for this service.');
      await note(parts, { id: query.data.o ?? null, sid, status, code });
      crashPoint('cb.committed');
      return reply.code(204).send();
    });
    done();
  };
}

async function note(
  { pool, standIn, wake }: { readonly pool: Pool; readonly standIn: StandIn; readonly wake: () => void },
  report: DeliveryReport,
): Promise<void> {
  const { id, sid } = report;
  try {
    const isElsewhere = standIn.isAway() || (id !== null && standIn.hasSend(id));
    if (isElsewhere) standIn.keepReport(report);
    else if (!(await noteDelivery(pool, report)) && id !== null) {
      // Not known by its id yet: the response is late or lost. Bound by ours, it can be noted.
      await bind.accepted(pool, id, { sid, segments: null });
      await noteDelivery(pool, report);
    } else return;
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    standIn.failed(error);
    standIn.keepReport(report);
  }
  wake();
}
