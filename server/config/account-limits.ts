import type { SettingsReader } from './env-reader.ts';

/** Rate limits; each can be set as `LIMIT_` and its name (docs/reference/security.md#limits). */
const defaults = {
  LOGIN_FAILURES_PER_EMAIL: 5,
  LOGIN_FAILURES_PER_EMAIL_ANYWHERE: 25,
  LOGIN_FAILURES_PER_ADDRESS: 30,
  SIGNUPS_PER_ADDRESS_HOUR: 5,
  SIGNUPS_PER_ADDRESS_DAY: 20,
  CODES_PER_PHONE_HOUR: 3,
  CODES_PER_PHONE_DAY: 6,
  CODES_PER_ACCOUNT_HOUR: 5,
  CODES_PER_ACCOUNT_DAY: 10,
  CODES_PER_ADDRESS_HOUR: 5,
  CODE_PHONES_PER_ADDRESS_HOUR: 3,
  CODES_PER_EXCHANGE_HOUR: 20,
  CODES_PER_HOUR: 300,
  MEMBER_CODES_PER_HOUR: 100,
  CODE_FAILURES_PER_DAY: 10,
  RESETS_PER_EMAIL_HOUR: 3,
  RESETS_PER_EMAIL_DAY: 10,
  RESETS_PER_ADDRESS_HOUR: 10,
  PHONE_QUESTIONS_PER_HOUR: 10,
} as const;

export type AccountLimits = { readonly [Name in keyof typeof defaults]: number };

export function readAccountLimits(read: SettingsReader): AccountLimits {
  const entries = Object.entries(defaults).map(([name, fallback]) => [
    name,
    read.integer(`LIMIT_${name}`, fallback, { min: 1, max: 1_000_000 }),
  ]);
  return Object.fromEntries(entries) as AccountLimits;
}
