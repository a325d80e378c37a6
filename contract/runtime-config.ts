import * as z from 'zod/mini';

/** Path of the configuration. Only pages that lead to a payment fetch it. */
export const RUNTIME_CONFIG_PATH = '/runtime-config.json';

/**
 * Configuration that the browser needs and the build cannot contain, because it differs between installations of the
 * same files. It is public: never add a secret.
 */
export const RuntimeConfig = z.object({
  /** The payment provider's publishable key. Without one the web app throws. */
  stripePublishableKey: z.string().check(z.minLength(1)),
  /** Origins that a checkout or portal address may lead to (scheme, host, port). */
  paymentOrigins: z.array(z.string()),
});
export type RuntimeConfig = z.infer<typeof RuntimeConfig>;
