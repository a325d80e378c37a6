import { createHash } from 'node:crypto';

import Stripe from 'stripe';

import { eventTypes } from '#server/billing/events/event-types.ts';
import { isLoopback } from '#server/platform/loopback.ts';

import { setupMark } from './check-prices.ts';
import { advice, fault, type Finding, type KeepSetting, ok, type Repair } from './finding.ts';

export type EndpointCheckDeps = {
  readonly client: Stripe;
  readonly publicUrl: string;
  /** The product accepts what any of them signed; empty where none is set yet. */
  readonly secrets: readonly string[];
  /** Whether this is Stripe itself, which calls no loopback address. */
  readonly isStripeItself: boolean;
  readonly keep: KeepSetting;
};

/** Whether Stripe tells us what happens: our address, the API version, the events, and the secret it signs with. */
export async function checkEndpoint(deps: EndpointCheckDeps): Promise<Finding[]> {
  const { client, publicUrl, isStripeItself } = deps;
  const url = `${publicUrl}/webhooks/stripe`;
  const all = await client.webhookEndpoints.list({ limit: 100 });
  const ours = all.data.filter((endpoint) => endpoint.url === url);
  const endpoint = ours.find(({ status }) => status === 'enabled') ?? ours[0];
  if (endpoint === undefined) {
    if (isStripeItself && isLoopback(url)) {
      return [advice('Stripe has no webhook to this machine.', 'Use `stripe listen` to try it.')];
    }
    const act = `Add ${url} as an endpoint with API version ${Stripe.API_VERSION}, and its secret to STRIPE_WEBHOOK_SECRET.`;
    const finding = fault('Stripe does not tell us what happens.', act);
    return [{ ...finding, repair: replace(deps, url, []) }];
  }
  const unusable = judgeIdentity(deps.secrets, endpoint);
  if (unusable !== null) return [{ ...unusable, repair: replace(deps, url, ours) }];
  const change = (does: string, changes: Stripe.WebhookEndpointUpdateParams): Repair => ({
    does,
    run: async () => void (await client.webhookEndpoints.update(endpoint.id, changes)),
  });
  if (endpoint.status !== 'enabled') {
    const repair = change(`Enable the webhook endpoint ${url}`, { disabled: false, enabled_events: [...eventTypes] });
    return [{ ...fault('The webhook endpoint is disabled.', `Enable ${url} in Stripe's dashboard.`), repair }];
  }
  return [...judgeEvents(endpoint, change), ...judgeOthers(deps, endpoint, ours)];
}

/** What cannot be changed on an endpoint: it needs another one. */
function judgeIdentity(secrets: readonly string[], endpoint: Stripe.WebhookEndpoint): Finding | null {
  // What counts is the release's name, as for the events themselves (read-event.ts).
  if (endpoint.api_version?.split('.')[1] !== Stripe.MAJOR_API_VERSION) {
    const act = `Recreate the endpoint with API version ${Stripe.API_VERSION}: its version cannot be changed.`;
    return fault('The webhook speaks another API version, so its events are parked.', act);
  }
  const says =
    secrets.length === 0
      ? 'STRIPE_WEBHOOK_SECRET is not set, so no event can be believed.'
      : 'STRIPE_WEBHOOK_SECRET is not the secret of the webhook endpoint, so every event is refused.';
  if (secrets.length > 0 && isSignedByUs(secrets, endpoint)) return null;
  return fault(says, 'Copy the signing secret of the endpoint from the dashboard to STRIPE_WEBHOOK_SECRET.');
}

/** Stripe shows a secret only once, so the set-up leaves a short hash of it. An endpoint made by hand has none. */
function isSignedByUs(secrets: readonly string[], { metadata }: Stripe.WebhookEndpoint): boolean {
  const { secret_check: check } = metadata;
  return check === undefined || secrets.some((secret) => checkOf(secret) === check);
}

function checkOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 16);
}

type Change = (does: string, changes: Stripe.WebhookEndpointUpdateParams) => Repair;

function judgeEvents(endpoint: Stripe.WebhookEndpoint, change: Change): Finding[] {
  const events = new Set<string>(endpoint.enabled_events);
  const missing = events.has('*') ? [] : eventTypes.filter((type) => !events.has(type));
  const needed = new Set<string>(eventTypes);
  const extra = [...events].filter((type) => !needed.has(type));
  const exactly = { enabled_events: [...eventTypes] };
  if (missing.length > 0) {
    const repair = change(`Let the webhook endpoint send ${missing.join(', ')}`, exactly);
    return [{ ...fault('The webhook leaves out events.', `Add ${missing.join(', ')}.`), repair }];
  }
  if (extra.length > 0) {
    const repair = change(`Let the webhook endpoint no longer send ${extra.join(', ')}`, exactly);
    const finding = advice('The webhook sends events that no one reads.', `Remove ${extra.join(', ')}.`);
    return [{ ...finding, repair }];
  }
  return [ok('The webhook comes to us, with every event that is needed.')];
}

/** A second endpoint at the same address doubles every event, signed with a secret that we may not have. */
function judgeOthers(
  { client, secrets }: EndpointCheckDeps,
  kept: Stripe.WebhookEndpoint,
  ours: readonly Stripe.WebhookEndpoint[],
): Finding[] {
  const others = ours.filter(({ id, status }) => id !== kept.id && status === 'enabled');
  if (others.length === 0) return [];
  const finding = advice('Several webhook endpoints call the same address.', 'Delete all but one in the dashboard.');
  const isProven = kept.metadata['secret_check'] !== undefined && isSignedByUs(secrets, kept);
  if (!isProven) return [finding];
  return [
    {
      ...finding,
      repair: { does: 'Delete the other webhook endpoints at our address', run: () => remove(client, others) },
    },
  ];
}

/**
 * Creates the endpoint, keeps its secret, and only then removes those it replaces. The mark says `pending` until the
 * secret is kept: after a failure in between, the next run sees a secret that no one has, and replaces it.
 */
function replace({ client, keep }: EndpointCheckDeps, url: string, old: readonly Stripe.WebhookEndpoint[]): Repair {
  const instead = old.length === 0 ? '' : ', in place of the one there';
  return {
    does: `Create the webhook endpoint ${url}${instead}, with ${eventTypes.length} events, and write STRIPE_WEBHOOK_SECRET`,
    async run() {
      const created = await client.webhookEndpoints.create({
        url,
        enabled_events: [...eventTypes],
        api_version: Stripe.API_VERSION,
        metadata: { ...setupMark, secret_check: 'pending' },
      });
      const { id, secret } = created;
      if (secret === undefined) throw new Error('Stripe showed no secret');
      await keep('STRIPE_WEBHOOK_SECRET', secret);
      await client.webhookEndpoints.update(id, { metadata: { secret_check: checkOf(secret) } });
      await remove(client, old);
    },
  };
}

async function remove(client: Stripe, endpoints: readonly Stripe.WebhookEndpoint[]): Promise<void> {
  for (const { id } of endpoints) await client.webhookEndpoints.del(id);
}
