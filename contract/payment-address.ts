/** Where Stripe serves its hosted pages: checkout and customer portal. */
export const stripePageOrigins = ['https://checkout.stripe.com', 'https://billing.stripe.com'] as const;

/**
 * Whether a checkout or portal address may be followed (security T15): it lies on one of the origins that this
 * installation's payment provider serves its pages from (RuntimeConfig's `paymentOrigins`). Server and page both ask.
 */
export function isPaymentAddress(address: string, origins: readonly string[]): boolean {
  const url = URL.parse(address);
  // A name and password before the host are only there to deceive.
  return url !== null && url.username === '' && url.password === '' && origins.includes(url.origin);
}
