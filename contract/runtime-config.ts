import * as z from 'zod/mini';

/** Where the page finds it. It is fetched only by the pages that lead to a payment. */
export const RUNTIME_CONFIG_PATH = '/runtime-config.json';

/**
 * What the browser must know and the build cannot: it differs between two installations of the same files.
 * Public by nature; nothing secret may ever be added.
 */
export const RuntimeConfig = z.object({
  /** The payment provider's publishable key. Without one the web app throws. */
  stripePublishableKey: z.string().check(z.minLength(1)),
  /** Origins that a checkout or portal address may lead to (scheme, host, port). */
  paymentOrigins: z.array(z.string()),
});
export type RuntimeConfig = z.infer<typeof RuntimeConfig>;
