import { z } from 'zod';

import type { Db } from '#server/db/client.ts';
import type { Log } from '#server/observability/log.ts';
import { dayMs, hourMs } from '#server/platform/durations.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { eventTypes } from './event-types.ts';
import { recordEvents } from './payment-events.repo.ts';
import { readWatermark, setWatermark } from './watermarks.repo.ts';

/** The job that looks for events whose webhook never arrived; also runs at every start. */
export const catchUpQueue = { name: 'payment-catch-up', payload: z.object({}) } as const;

export type CatchUpDeps = {
  readonly db: Db;
  readonly payments: Pick<Payments, 'eventsSince'>;
  /** Whether this installation takes real money; events of the other mode are ignored. */
  readonly isLive: boolean;
  /** Wakes the job that processes events. */
  readonly wake: () => Promise<void>;
  readonly log: Log;
};

const watermark = 'payment_events';
/** What Stripe lists. */
const listedMs = 30 * dayMs;

/**
 * Lists the events since an hour before the last complete run (docs/reference/texting-protocol.md#missed-texts), and
 * records new ones. However long we are down or a clock is ahead, nothing is lost that Stripe still lists: thirty days.
 * @throws ProviderError
 */
export async function catchUpPaymentEvents({ db, payments, isLive, wake, log }: CatchUpDeps): Promise<void> {
  const startedAt = new Date();
  const since = sinceWhen((await readWatermark(db, watermark)) ?? startedAt, startedAt);
  let found = 0;
  for await (const page of payments.eventsSince(since, eventTypes)) {
    found += await recordEvents(
      db,
      page.filter((event) => event.isLive === isLive),
    );
  }
  // Only after all pages are recorded: a process that dies earlier starts over.
  await setWatermark(db, watermark, startedAt);
  if (found === 0) return;
  log.info({ event: 'payment_events_found', count: found }, 'found events whose webhook never arrived');
  await wake();
}

function sinceWhen(reached: Date, startedAt: Date): Date {
  // A clock was ahead by more than the overlap: how far the source was really read is not known.
  if (reached.getTime() - startedAt.getTime() > hourMs) return new Date(startedAt.getTime() - listedMs);
  return new Date(reached.getTime() - hourMs);
}
