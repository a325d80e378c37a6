import { createHash } from 'node:crypto';

import Stripe from 'stripe';

import { eventTypes, lateEventTypes } from '#server/billing/events/event-types.ts';
import { isLoopback } from '#server/platform/loopback.ts';

import { setupMark } from './check-prices.ts';
import { advice, fault, type Finding, type KeepSetting, ok, type Repair } from './finding.ts';

export type EndpointCheckDeps = {
  readonly client: Stripe;
  readonly publicUrl: string;
  /** The product accepts events signed with any of them; empty if none is set yet. */
  readonly secrets: readonly string[];
  /** Whether this is Stripe itself, which cannot call a loopback address. */
  readonly isStripeItself: boolean;
  readonly keep: KeepSetting;
};

/** Checks that Stripe notifies us: the address, the API version, the events, and the signing secret. */
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
    const finding = fault('Stripe has no webhook endpoint for this installation.', act);
    return [{ ...finding, repair: replace(deps, url, []) }];
  }
  const newest = await newestEvent(client, endpoint);
  const unusable = judgeIdentity(deps.secrets, endpoint, newest);
  if (unusable !== null) return [{ ...unusable, repair: replace(deps, url, ours) }];
  const change = (does: string, changes: Stripe.WebhookEndpointUpdateParams): Repair => ({
    does,
    run: async () => void (await client.webhookEndpoints.update(endpoint.id, changes)),
  });
  if (endpoint.status !== 'enabled') {
    const repair = change(`Enable the webhook endpoint ${url}`, { disabled: false, enabled_events: [...eventTypes] });
    return [{ ...fault('The webhook endpoint is disabled.', `Enable ${url} in Stripe's dashboard.`), repair }];
  }
  const secret = judgeSecret(deps.secrets, { endpoint, newest, change });
  return [...judgeEvents(endpoint, change), ...secret, ...judgeOthers(deps, endpoint, ours)];
}

/** Events newer than this may still be in delivery. */
const deliverySeconds = 60;

/**
 * The newest event that Stripe should have delivered to the endpoint by now; null if there is none or the key may not
 * ask.
 */
async function newestEvent(client: Stripe, { created }: Stripe.WebhookEndpoint): Promise<Stripe.Event | null> {
  const lte = Math.floor(Date.now() / 1000) - deliverySeconds;
  try {
    const { data } = await client.events.list({ types: [...eventTypes], created: { gte: created, lte }, limit: 1 });
    return data[0] ?? null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return null;
    throw error;
  }
}

/** The count covers all endpoints of the account, so it proves a delivery, but not a failure at ours. */
const isDelivered = ({ pending_webhooks: pending }: Stripe.Event): boolean => pending === 0;

/** Judges what cannot be changed on an endpoint, which then has to be replaced. */
function judgeIdentity(
  secrets: readonly string[],
  endpoint: Stripe.WebhookEndpoint,
  newest: Stripe.Event | null,
): Finding | null {
  // The name of the API release decides, as for the events themselves (read-event.ts).
  if (endpoint.api_version?.split('.')[1] !== Stripe.MAJOR_API_VERSION) {
    const act = `Recreate the endpoint with API version ${Stripe.API_VERSION}: its version cannot be changed.`;
    return fault('The webhook uses another API version, so its events are parked.', act);
  }
  const act = 'Copy the signing secret of the endpoint from the dashboard to STRIPE_WEBHOOK_SECRET.';
  if (secrets.length === 0) return fault('STRIPE_WEBHOOK_SECRET is not set, so no event can be believed.', act);
  if (isSignedByUs(secrets, endpoint) || isRolled(endpoint, newest)) return null;
  return fault(
    'STRIPE_WEBHOOK_SECRET is not the secret of the webhook endpoint, so every event is refused.',
    `${act} If you have rolled it and set the new one here, resend the newest event in the dashboard, and ask again.`,
  );
}

/** Stripe does not report a rolled secret: our hash is still that of the old one, yet events are accepted. */
function isRolled({ metadata }: Stripe.WebhookEndpoint, newest: Stripe.Event | null): boolean {
  return metadata['secret_check'] !== 'pending' && newest !== null && isDelivered(newest);
}

type SecretFacts = { endpoint: Stripe.WebhookEndpoint; newest: Stripe.Event | null; change: Change };

/** Judges whether a rolled secret is recorded, here and at Stripe. */
function judgeSecret(secrets: readonly string[], { endpoint, newest, change }: SecretFacts): Finding[] {
  const [secret = ''] = secrets;
  if (!isSignedByUs(secrets, endpoint)) {
    const says = `STRIPE_WEBHOOK_SECRET is not the secret that the set-up noted, but Stripe has delivered its newest event${named(newest)}.`;
    const act =
      'If you rolled the secret before that, `npm run setup -- stripe` notes the new one. If you never did, copy the signing secret of the endpoint from the dashboard.';
    const repair = change('Note the rolled signing secret at the webhook endpoint, as a hash', {
      metadata: { secret_check: checkOf(secret) },
    });
    return [{ ...advice(says, act), repair }];
  }
  if (newest === null || isDelivered(newest)) return [];
  const says = `Stripe has not delivered its newest event${named(newest)} to every endpoint of the account.`;
  const act =
    'Look at the deliveries of our endpoint in the dashboard: 400 means that its signing secret was rolled, and STRIPE_WEBHOOK_SECRET lacks the new one.';
  return [advice(says, act)];
}

function named(event: Stripe.Event | null): string {
  return event === null ? '' : ` (${event.type} of ${new Date(event.created * 1000).toISOString()})`;
}

/** Stripe shows a secret only once, so the setup stores a short hash at the endpoint. One created by hand has none. */
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
    // A fault would block the update, and an endpoint that 1.0.0 created still works.
    const judged = missing.every((type) => lateEventTypes.includes(type)) ? advice : fault;
    return [{ ...judged('The webhook leaves out events.', `Add ${missing.join(', ')}.`), repair }];
  }
  if (extra.length > 0) {
    const repair = change(`Let the webhook endpoint no longer send ${extra.join(', ')}`, exactly);
    const finding = advice('The webhook sends events that no one reads.', `Remove ${extra.join(', ')}.`);
    return [{ ...finding, repair }];
  }
  return [ok('The webhook comes to us, with every event that is needed.')];
}

/** Finds second endpoints at the same address, which double every event, signed with a secret that we may not have. */
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
 * Creates the endpoint, stores its secret, and only then removes the endpoints it replaces. The mark is `pending` until
 * the secret is stored: after a failure in between, the next run finds a secret that no one has, and replaces the
 * endpoint.
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
