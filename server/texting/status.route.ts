import type { FastifyPluginCallback } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';

import { crashPoint } from '#server/platform/crash-points.ts';
import { AppError } from '#server/platform/errors.ts';

import * as bind from './bind.repo.ts';
import { noteDelivery } from './delivery.repo.ts';
import { StatusForm } from './twilio-forms.ts';
import { verifiedForm, type WebhookParts } from './webhook.ts';

/** `o` is the id that we put into the report's address before we sent; the signature covers it. */
const StatusQuery = z.object({ o: z.uuid().optional() });

/**
 * Delivery reports: in any order, repeated, or before the response to the send itself. One that names our id proves
 * that the send happened, which settles a doubt at once (protocol 2.6 rule 1).
 */
export function statusWebhook(
  parts: WebhookParts & { readonly pool: Pool; readonly wake: () => void },
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
      if (!(await noteDelivery(parts.pool, { sid, status, code }))) {
        // Not known by its id yet: the response is late or lost. Bound by ours, it can be noted.
        const { o: id } = query.data;
        if (id !== undefined) {
          await bind.accepted(parts.pool, id, sid, null);
          await noteDelivery(parts.pool, { sid, status, code });
          parts.wake();
        }
      }
      crashPoint('cb.committed');
      return reply.code(204).send();
    });
    done();
  };
}
