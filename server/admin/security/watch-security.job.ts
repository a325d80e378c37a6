import type { Pool } from 'pg';

import type { OperatorAlerts } from '#server/platform/alerts.ts';
import { countedSince } from '#server/platform/counters.ts';

import { alertsDue, thresholds } from './thresholds.ts';

/** Tells the operator, once a day for each kind, when the security log has had too many events in an hour. */
export async function watchSecurity(
  { pool, alerts }: { readonly pool: Pool; readonly alerts: OperatorAlerts },
  now: Date,
): Promise<void> {
  const events = thresholds.flatMap((threshold) => threshold.events);
  const counted = await countedSince(
    pool,
    events.map((event) => `security.${event}` as const),
    60,
  );
  const counts = Object.fromEntries(events.map((event) => [event, counted[`security.${event}`] ?? 0]));
  for (const alert of alertsDue(counts)) await alerts.raise(alert, { scope: now.toISOString().slice(0, 10) });
}
