import type { Config } from '#server/config/config.ts';

import { advice, fault, type Finding, ok } from './finding.ts';

/** Checks that someone is alerted when something breaks. Sends nothing. */
export function checkAlerting({ isProduction, alerting }: Pick<Config, 'isProduction' | 'alerting'>): Finding[] {
  const { hasOwnEmail, phone, webhookUrl, heartbeatUrl } = alerting;
  const settings = { OPERATOR_EMAIL: hasOwnEmail, ALERT_PHONE: phone !== null, ALERT_WEBHOOK_URL: webhookUrl !== null };
  const set = Object.entries(settings).flatMap(([name, isSet]) => (isSet ? [name] : []));
  if (!isProduction)
    return [ok(set.length === 0 ? 'Alerts go to the sandbox only.' : `Alerts go to ${set.join(', ')}.`)];
  if (set.length === 0) {
    return [
      fault(
        'No channel for alerts is set: they are among the emails to SUPPORT_EMAIL.',
        'Set OPERATOR_EMAIL and ALERT_PHONE, or ALERT_WEBHOOK_URL.',
      ),
    ];
  }
  const findings = [ok(`Alerts go to ${set.join(', ')}.`)];
  if (phone === null && webhookUrl === null) {
    findings.push(
      advice(
        'Alerts go out by email only: no one hears of a mail server that fails.',
        'Set ALERT_PHONE or ALERT_WEBHOOK_URL.',
      ),
    );
  }
  if (heartbeatUrl === null) {
    findings.push(
      advice('No one hears of a machine that is gone.', "Set ALERT_HEARTBEAT_URL to a dead-man's switch elsewhere."),
    );
  }
  return findings;
}
