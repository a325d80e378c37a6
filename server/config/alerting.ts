import { e164 } from '#contract/phone-numbers.ts';

import type { SettingsReader } from './env-reader.ts';

/** The channels for alerts besides email; null for those that are not set up. */
export function readAlerting(read: SettingsReader) {
  const phone = read.optional('ALERT_PHONE') ?? null;
  if (phone !== null && !e164.safeParse(phone).success) read.fault('ALERT_PHONE must be a number such as +12025550100');
  const address = (name: string): string | null => (read.optional(name) === undefined ? null : read.url(name, ''));
  return {
    /** Whether OPERATOR_EMAIL is set, so that the email has its own reader. */
    hasOwnEmail: read.optional('OPERATOR_EMAIL') !== undefined,
    phone,
    webhookUrl: address('ALERT_WEBHOOK_URL'),
    heartbeatUrl: address('ALERT_HEARTBEAT_URL'),
    /** Off where the network does not lead a machine to its own public address. */
    watchesPublicAddress: read.oneOf('PUBLIC_ADDRESS_ALERT', ['on', 'off'], 'on') === 'on',
  };
}
