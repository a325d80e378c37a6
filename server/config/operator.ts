import type { SettingsReader } from './env-reader.ts';

/** Microdollars in a cent. */
export const microdollarsPerCent = 10_000;

/** Prices in microdollars (one dollar is a million). */
export type Prices = {
  readonly segmentSent: number;
  readonly textReceived: number;
  /** The assumed price of a model call whose reply reports none. */
  readonly modelCall: number;
  /** The payment provider's share of a payment, and its fixed fee. */
  readonly paymentShare: number;
  readonly paymentFixed: number;
};

/**
 * Prices for the overview. The defaults are what a US sender paid in November 2026, in dollars: Twilio 0.0083 per
 * segment and per received text, and 0.004 for the carriers; Stripe 2.9% and 30 cents.
 */
function readPrices(read: SettingsReader): Prices {
  const dollars = (name: string, fallback: number) =>
    Math.round(read.number(name, fallback, { min: 0, max: 100 }) * 1e6);
  return {
    segmentSent: dollars('COST_PER_SEGMENT_SENT', 0.0123),
    textReceived: dollars('COST_PER_TEXT_RECEIVED', 0.0083),
    modelCall: dollars('COST_PER_MODEL_CALL', 0.0052),
    paymentShare: read.number('COST_PER_PAYMENT_PERCENT', 2.9, { min: 0, max: 100 }) / 100,
    paymentFixed: dollars('COST_PER_PAYMENT', 0.3),
  };
}

/** The costs, in microdollars, that raise an alert. */
export type CostLimits = { readonly perAccountMonth: number; readonly perDay: number };

function readCostLimits(read: SettingsReader): CostLimits {
  const dollars = (name: string, fallback: number) => read.number(name, fallback, { min: 0.01, max: 1e6 }) * 1e6;
  return { perAccountMonth: dollars('COST_ALERT_PER_ACCOUNT', 9), perDay: dollars('COST_CEILING_PER_DAY', 200) };
}

const limits = {
  ADMIN_FAILURES_PER_ADDRESS: 5,
  ADMIN_FAILURES_PER_HOUR: 100,
  CONTACTS_PER_ADDRESS_HOUR: 5,
  TICKETS_PER_USER_HOUR: 10,
  CONTACTS_PER_HOUR: 50,
} as const;

type OperatorLimits = { readonly [Name in keyof typeof limits]: number };

/** Rate limits; each can be set as `LIMIT_` and its name (docs/reference/security.md#limits). */
function readLimits(read: SettingsReader): OperatorLimits {
  const entries = Object.entries(limits).map(([name, fallback]) => [
    name,
    read.integer(`LIMIT_${name}`, fallback, { min: 1, max: 1_000_000 }),
  ]);
  return Object.fromEntries(entries) as OperatorLimits;
}

/** Limits of the admin area and of support requests, and prices for the admin's overview. */
export function readOperator(read: SettingsReader) {
  return { limits: readLimits(read), prices: readPrices(read), costLimits: readCostLimits(read) };
}
