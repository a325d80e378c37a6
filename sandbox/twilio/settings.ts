import * as z from 'zod';

import type { Env } from '../context.ts';

const milliseconds = z.number().int().min(0).max(600_000);

/** Settings that `PUT /sandbox/twilio/settings` changes at run time. */
export const Behavior = z.strictObject({
  /**
   * Who handles STOP, START and HELP. `carrier`: Twilio's built-in words block and reply, the webhook is still called.
   * `advanced`: the same with Advanced Opt-Out: JOIN opts in too, and the webhook carries `OptOutType`.
   * `app`: filtering is off, as on a short code; the product handles everything.
   */
  optOut: z.enum(['carrier', 'advanced', 'app']),
  /** A STOP blocks every number of the messaging service, or only the number that was texted. */
  optOutScope: z.enum(['service', 'number']),
  /** The webhook address of inbound texts, with connection overrides as a fragment. Null: the product's address. */
  inboundUrl: z.string().nullable(),
  /** Called once after the inbound webhook's last attempt failed; null drops the text. */
  fallbackUrl: z.string().nullable(),
  /** How long after its creation an outbound text is `queued`, `sent` and `delivered`. */
  delaysMs: z.strictObject({ queued: milliseconds, sent: milliseconds, delivered: milliseconds }),
  /** How long after its final status a text cannot be redacted (error 20009). */
  settleMs: milliseconds,
});
export type Behavior = z.infer<typeof Behavior>;

/** The account's credentials and numbers, fixed at start. */
export type TwilioAccount = {
  readonly sid: string;
  readonly authToken: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly messagingServiceSid: string;
  /** E.164, all of them in the messaging service's pool. */
  readonly numbers: readonly string[];
};

const sid = (prefix: string) => z.string().regex(new RegExp(`^${prefix}[0-9a-fA-F]{32}$`));
const zeros = '0'.repeat(32);
const milliseconds10 = z.coerce.number().pipe(milliseconds);

/** Settings by the product's names; the defaults are the sandbox's public credentials (README.md). */
const Settings = z.object({
  TWILIO_ACCOUNT_SID: sid('AC').default(`AC${zeros}`),
  TWILIO_AUTH_TOKEN: z.string().min(1).default('sandbox_twilio_auth_token'),
  TWILIO_API_KEY: sid('SK').default(`SK${zeros}`),
  TWILIO_API_SECRET: z.string().min(1).default('sandbox_twilio_api_secret'),
  TWILIO_MESSAGING_SERVICE_SID: sid('MG').default(`MG${zeros}`),
  TWILIO_OPT_OUT_REPLIES: z.enum(['carrier', 'app']).default('carrier'),
  /** Overrides the mode; by default, a carrier that replies uses Advanced Opt-Out with JOIN, as the manual recommends. */
  SANDBOX_TWILIO_OPT_OUT: Behavior.shape.optOut.optional(),
  SERVICE_PHONE_NUMBERS: z
    .string()
    .default('+12025550100,+12025550101')
    .transform((list) => list.split(',').map((number) => number.trim()))
    .pipe(z.array(z.string().regex(/^\+[1-9]\d{7,14}$/, 'must be E.164')).min(1)),
  /** Twilio's settling time is a minute or more. */
  SANDBOX_TWILIO_SETTLE_MS: milliseconds10.default(60_000),
  /** Time from creation to `delivered`; the earlier statuses come at fixed shares of it. */
  SANDBOX_TWILIO_DELIVERY_MS: milliseconds10.default(600),
});

/**
 * Reads the account and its behavior at start.
 * @throws a ZodError that names every setting that is not valid
 */
export function readTwilioSettings(env: Env): { account: TwilioAccount; behavior: Behavior } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const settings = Settings.parse(given);
  const deliveredMs = settings.SANDBOX_TWILIO_DELIVERY_MS;
  return {
    account: {
      sid: settings.TWILIO_ACCOUNT_SID,
      authToken: settings.TWILIO_AUTH_TOKEN,
      apiKey: settings.TWILIO_API_KEY,
      apiSecret: settings.TWILIO_API_SECRET,
      messagingServiceSid: settings.TWILIO_MESSAGING_SERVICE_SID,
      numbers: settings.SERVICE_PHONE_NUMBERS,
    },
    behavior: {
      optOut: settings.SANDBOX_TWILIO_OPT_OUT ?? (settings.TWILIO_OPT_OUT_REPLIES === 'app' ? 'app' : 'advanced'),
      optOutScope: 'service',
      inboundUrl: null,
      fallbackUrl: null,
      delaysMs: {
        queued: Math.round(deliveredMs / 10),
        sent: Math.round(deliveredMs / 2),
        delivered: deliveredMs,
      },
      settleMs: settings.SANDBOX_TWILIO_SETTLE_MS,
    },
  };
}
