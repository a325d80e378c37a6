import { z } from 'zod';

import type { Db } from '#server/db/client.ts';
import type { Log } from '#server/platform/log.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { noteEvents } from './payment-events.repo.ts';
import { eventTypes } from './payment-log.ts';
import { readWatermark, setWatermark } from './watermarks.repo.ts';

/** Looks for events whose webhook never reached us; also asked for at every start. */
export const catchUpQueue = { name: 'payment-catch-up', payload: z.object({}) } as const;

export type CatchUpParts = {
  readonly db: Db;
  readonly payments: Pick<Payments, 'eventsSince'>;
  /** Real money: events of the other mode are not for us. */
  readonly isLive: boolean;
  /** There are events to work on. */
  readonly wake: () => Promise<void>;
  readonly log: Log;
};

const watermark = 'payment_events';
const hourMs = 3_600_000;

/**
 * Lists what happened since the last look and an hour before it (answer protocol 2.8), and notes what is new. An outage
 * of ours, however long, loses nothing that Stripe still lists: thirty days. @throws ProviderError
 */
export async function catchUpPaymentEvents({ db, payments, isLive, wake, log }: CatchUpParts): Promise<void> {
  const startedAt = new Date();
  const reached = (await readWatermark(db, watermark)) ?? startedAt;
  let found = 0;
  for await (const page of payments.eventsSince(new Date(reached.getTime() - hourMs), eventTypes)) {
    found += await noteEvents(
      db,
      page.filter((event) => event.isLive === isLive),
    );
  }
  // Only now, when all pages are noted: whoever dies before that looks again.
  await setWatermark(db, watermark, startedAt);
  if (found === 0) return;
  log.info({ event: 'payment_events_found', count: found }, 'found events whose webhook had not come');
  await wake();
}
