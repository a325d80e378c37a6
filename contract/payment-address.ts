/** Where Stripe serves its hosted pages: checkout and customer portal. */
export const stripePageOrigins = ['https://checkout.stripe.com', 'https://billing.stripe.com'] as const;

/**
 * Whether a checkout or portal address may be followed (docs/reference/security.md#t15): its origin must be one that
 * this installation's payment provider serves pages from (`paymentOrigins` of RuntimeConfig). Server and page both
 * check.
 */
export function isPaymentAddress(address: string, origins: readonly string[]): boolean {
  const url = parsed(address);
  // Credentials before the host serve only to deceive.
  return url !== null && url.username === '' && url.password === '' && origins.includes(url.origin);
}

/** `URL.parse`, which browsers that the site is built for lack (vite.config.ts). */
function parsed(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
