import * as z from 'zod';

import type { Env } from '../context.ts';

const milliseconds = z.number().int().min(0).max(600_000);

/** What can be changed while running: `PUT /sandbox/twilio/settings`, any part of it. */
export const Behaviour = z.strictObject({
  /**
   * Who handles STOP, START and HELP. `carrier`: Twilio's built-in words block and reply, the webhook still comes.
   * `advanced`: the same with Advanced Opt-Out: JOIN opts in too, and the webhook carries `OptOutType`.
   * `app`: filtering is off, as on a short code; the product does everything.
   */
  optOut: z.enum(['carrier', 'advanced', 'app']),
  /** A STOP blocks every number of the messaging service, or only the number that was texted. */
  optOutScope: z.enum(['service', 'number']),
  /** Where inbound texts are told, with connection overrides as a fragment. Null: the product's own address. */
  inboundUrl: z.string().nullable(),
  /** Called once when the inbound webhook has failed for good; null: the text is lost to the product. */
  fallbackUrl: z.string().nullable(),
  /** How long after its creation an outbound text is `queued`, `sent` and `delivered`. */
  delaysMs: z.strictObject({ queued: milliseconds, sent: milliseconds, delivered: milliseconds }),
  /** How long after its last status a text can be neither redacted nor deleted (error 20009). */
  settleMs: milliseconds,
});
export type Behaviour = z.infer<typeof Behaviour>;

/** The account as the Console would show it. Credentials and numbers stay for the life of the process. */
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

/** The product's own setting names; the defaults are the sandbox's well-known credentials (README.md). */
const Settings = z.object({
  TWILIO_ACCOUNT_SID: sid('AC').default(`AC${zeros}`),
  TWILIO_AUTH_TOKEN: z.string().min(1).default('sandbox_twilio_auth_token'),
  TWILIO_API_KEY: sid('SK').default(`SK${zeros}`),
  TWILIO_API_SECRET: z.string().min(1).default('sandbox_twilio_api_secret'),
  TWILIO_MESSAGING_SERVICE_SID: sid('MG').default(`MG${zeros}`),
  TWILIO_OPT_OUT_REPLIES: z.enum(['carrier', 'app']).default('carrier'),
  /** Says it exactly; unset, a carrier that replies is set up as operators are told to: with Advanced Opt-Out and JOIN. */
  SANDBOX_TWILIO_OPT_OUT: Behaviour.shape.optOut.optional(),
  SERVICE_PHONE_NUMBERS: z
    .string()
    .default('+12025550100,+12025550101')
    .transform((list) => list.split(',').map((number) => number.trim()))
    .pipe(z.array(z.string().regex(/^\+[1-9]\d{7,14}$/, 'must be E.164')).min(1)),
  /** Twilio waits a minute or more; the sandbox does too, unless told otherwise. */
  SANDBOX_TWILIO_SETTLE_MS: milliseconds10.default(60_000),
  /** Time from creation to `delivered`; the steps before it take their share. */
  SANDBOX_TWILIO_DELIVERY_MS: milliseconds10.default(600),
});

/**
 * Reads the account and its behaviour at start.
 * @throws a ZodError that names every setting that is not valid
 */
export function readTwilioSettings(env: Env): { account: TwilioAccount; behaviour: Behaviour } {
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
    behaviour: {
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
