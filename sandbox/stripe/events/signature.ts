import { createHmac } from 'node:crypto';

/**
 * The `Stripe-Signature` header of a webhook (docs.stripe.com/webhooks/signature): the time, and one `v1` for each
 * secret that is valid now (two while a secret is rolled).
 * @param seconds unix time of sending
 */
export function signatureHeader(body: string, secrets: readonly string[], seconds: number): string {
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    return `v1=${digest}`;
  });
  return [`t=${seconds}`, ...signatures].join(',');
}
