import type { Pool } from 'pg';

import type { AlertCode, OperatorAlerts } from '#server/observability/alerts.ts';
import { countedSince } from '#server/observability/counters.repo.ts';

/** The number of events of the security log in an hour that raises an alert. */
export type Threshold = { readonly alert: AlertCode; readonly events: readonly string[]; readonly perHour: number };

/** Ten times what a small service has on a busy day. */
export const thresholds: readonly Threshold[] = [
  { alert: 'attack_on_logins', events: ['login_failed', 'login_limited', 'password_refused'], perHour: 300 },
  {
    alert: 'attack_on_codes',
    events: ['code_wrong', 'code_limited', 'codes_used_up', 'signup_limited', 'texted_code_wrong'],
    perHour: 200,
  },
  { alert: 'attack_on_admin', events: ['admin_refused'], perHour: 20 },
  { alert: 'forged_webhooks', events: ['webhook_refused'], perHour: 50 },
  { alert: 'phone_change_undone', events: ['phone_change_undone'], perHour: 1 },
];

/** The alerts to raise, given how often each event was counted in the last hour. */
export function alertsDue(counts: Readonly<Record<string, number>>): AlertCode[] {
  return thresholds
    .filter(({ events, perHour }) => events.reduce((sum, event) => sum + (counts[event] ?? 0), 0) >= perHour)
    .map(({ alert }) => alert);
}

/** Alerts the operator, once a day for each kind, when the security log had too many events in an hour. */
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
