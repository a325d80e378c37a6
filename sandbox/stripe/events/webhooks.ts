import type { SandboxContext } from '../../context.ts';
import type { RecordStore } from '../../record-store.ts';
import type { Delivery, StripeTables } from '../account.ts';
import type { StripeEvent } from '../objects/types.ts';
import { receiversOf, showEndpoint } from './endpoints.ts';
import { postEvent } from './post.ts';

/** Delays between attempts, ms. Stripe retries for days; the sandbox gives up sooner. */
const RETRY_AFTER_MS = [500, 2_000, 10_000, 60_000, 600_000, 3_600_000];
/** Concurrent deliveries: enough that events overtake each other, few enough not to flood the product. */
const IN_FLIGHT_MAX = 8;

/** The delivery of events to the product. */
export type Webhooks = {
  readonly context: SandboxContext;
  readonly records: RecordStore<StripeTables>;
  /** Each of them signs every event to the endpoint of the start. */
  readonly secrets: readonly string[];
  readonly waiting: Delivery[];
  inFlight: number;
};

/** Starts with an empty queue; see `resumeWebhooks`. */
export function createWebhooks(given: Pick<Webhooks, 'context' | 'records' | 'secrets'>): Webhooks {
  return { ...given, waiting: [], inFlight: 0 };
}

/** Schedules the deliveries that were pending when the sandbox stopped. */
export function resumeWebhooks(webhooks: Webhooks): void {
  for (const delivery of webhooks.records.all('delivery')) schedule(webhooks, delivery, 0);
}

/** Where the product receives webhooks. */
export function webhookUrl({ addresses }: SandboxContext): string {
  return `${addresses.product}/webhooks/stripe`;
}

/** Queues an event for each endpoint that receives events of its type. */
export function sendEvent(webhooks: Webhooks, event: StripeEvent): void {
  const { records, context } = webhooks;
  const { webhookLoss, webhookDuplication } = context.faults.of('stripe');
  for (const { id: endpoint } of receiversOf(records, event.type)) {
    event.pending_webhooks += 1;
    records.put('event', event);
    if (context.faults.strikes(webhookLoss)) continue;
    const delivery = { id: `${event.id} ${endpoint}`, event: event.id, endpoint, attempts: 0 };
    records.put('delivery', delivery);
    schedule(webhooks, delivery, heldBackMs(context));
    if (context.faults.strikes(webhookDuplication)) schedule(webhooks, delivery, heldBackMs(context));
  }
}

function heldBackMs({ faults, random }: SandboxContext): number {
  const { webhookShuffleMs = 0, webhookDelayMs = 0 } = faults.of('stripe');
  return webhookDelayMs + Math.round(random() * webhookShuffleMs);
}

function schedule(webhooks: Webhooks, delivery: Delivery, delayMs: number): void {
  webhooks.context.tasks.after(delayMs, async () => {
    webhooks.waiting.push(delivery);
    await drain(webhooks);
  });
}

async function drain(webhooks: Webhooks): Promise<void> {
  while (webhooks.inFlight < IN_FLIGHT_MAX) {
    const next = webhooks.waiting.shift();
    if (!next) return;
    webhooks.inFlight++;
    try {
      await deliver(webhooks, next);
    } finally {
      webhooks.inFlight--;
    }
  }
}

async function deliver(webhooks: Webhooks, delivery: Delivery): Promise<void> {
  const { records, context, secrets } = webhooks;
  const event = records.get('event', delivery.event);
  const endpoint = records.get('webhook_endpoint', delivery.endpoint);
  if (!event || !endpoint) {
    records.remove('delivery', delivery.id);
    return;
  }
  const isTaken = await postEvent({
    url: showEndpoint(endpoint, webhookUrl(context)).url,
    body: JSON.stringify(event, null, 2),
    secrets: endpoint.secret === null ? secrets : [endpoint.secret],
    now: secondsOf(context),
    signal: context.tasks.signal,
  });
  // The sandbox is stopping, or the duplicate of this delivery succeeded first.
  if (context.tasks.signal.aborted || !records.get('delivery', delivery.id)) return;
  delivery.attempts += 1;
  const retryAfterMs = RETRY_AFTER_MS[delivery.attempts - 1];
  if (isTaken) {
    event.pending_webhooks = Math.max(0, event.pending_webhooks - 1);
    records.put('event', event);
  }
  if (isTaken || retryAfterMs === undefined) records.remove('delivery', delivery.id);
  else {
    records.put('delivery', delivery);
    schedule(webhooks, delivery, retryAfterMs);
  }
  records.flush();
  context.events.publish('stripe', 'webhook', { type: event.type, isTaken });
}

function secondsOf({ clock }: SandboxContext): number {
  return Math.floor(clock.now().getTime() / 1000);
}
