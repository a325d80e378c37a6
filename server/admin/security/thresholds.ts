import type { AlertCode } from '#server/platform/alerts.ts';

/** From how many events of the security log in an hour on the operator is told. */
export type Threshold = { readonly alert: AlertCode; readonly events: readonly string[]; readonly perHour: number };

/** A small service sees a tenth of these on a busy day. */
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

/** Which alerts are due, by how often each event was counted in the last hour. */
export function alertsDue(counts: Readonly<Record<string, number>>): AlertCode[] {
  return thresholds
    .filter(({ events, perHour }) => events.reduce((sum, event) => sum + (counts[event] ?? 0), 0) >= perHour)
    .map(({ alert }) => alert);
}
