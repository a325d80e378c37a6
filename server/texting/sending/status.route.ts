import type { FastifyPluginCallback } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';

import { crashPoint } from '#server/platform/crash-points.ts';
import { isDatabaseAway } from '#server/platform/database-away.ts';
import { AppError } from '#server/platform/errors.ts';

import { Turns } from '../taking-in/turns.ts';
import type { DeliveryReport, StandIn } from '../text-store.ts';
import { StatusForm } from '../webhooks/twilio-forms.ts';
import { verifiedForm, type WebhookParts } from '../webhooks/webhook.ts';
import * as bind from './bind.repo.ts';
import { noteDelivery } from './delivery.repo.ts';

/** `o` is the id that we put into the report's address before we sent; the signature covers it. */
const StatusQuery = z.object({ o: z.uuid().optional() });

type NoteParts = {
  readonly pool: Pool;
  readonly standIn: StandIn;
  readonly turns: Turns;
  readonly wake: () => void;
};

/** Three reports come for each answer, and they are in no hurry: texts and answers need the connections more. */
const reportTurns = { atOnce: 3, waitMaxMs: 8000, waitingMax: 5000 };

/**
 * Delivery reports: in any order, repeated, or before the response to the send itself. One that names our id proves
 * that the send happened, which settles a doubt at once (protocol 2.6 rule 1).
 */
export function statusWebhook(world: WebhookParts & Omit<NoteParts, 'turns'>): FastifyPluginCallback {
  const parts = { ...world, turns: new Turns(reportTurns) };
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

/** A report that waits too long, or that the database cannot take now, is kept in the journal: none is asked for again. */
async function note(parts: NoteParts, report: DeliveryReport): Promise<void> {
  const { pool, standIn, turns, wake } = parts;
  const { id, sid } = report;
  if (standIn.isAway() || (id !== null && standIn.hasSend(id))) standIn.keepReport(report);
  else {
    try {
      const isBound = await turns.run(sid, () => noteInDatabase(pool, report));
      if (!isBound) return;
    } catch (error) {
      if (!isDatabaseAway(error) && !(error instanceof AppError)) throw error;
      standIn.failed(error);
      standIn.keepReport(report);
    }
  }
  wake();
}

/** @returns whether the report proved a send of which no one knew whether it happened */
async function noteInDatabase(pool: Pool, report: DeliveryReport): Promise<boolean> {
  const { id, sid } = report;
  if ((await noteDelivery(pool, report)) || id === null) return false;
  // Not known by its id yet: the response is late or lost. Bound by ours, it can be noted.
  await bind.accepted(pool, id, { sid, segments: null });
  await noteDelivery(pool, report);
  return true;
}
