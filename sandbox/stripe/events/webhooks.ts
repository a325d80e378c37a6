import type { Book } from '../../book.ts';
import type { SandboxContext } from '../../context.ts';
import type { StripeEvent } from '../objects/types.ts';
import type { Delivery, StripeTables } from '../world.ts';
import { DEFAULT_ENDPOINT_ID, defaultEndpoint } from './default-endpoint.ts';
import { matches } from './event-names.ts';
import { postEvent } from './post.ts';

/** Waits between the tries, ms. Stripe goes on for days; a sandbox that is answered by no one gives up sooner. */
const RETRY_AFTER_MS = [500, 2_000, 10_000, 60_000, 600_000, 3_600_000];
/** Sent side by side at most: enough to overtake each other, few enough not to flood. */
const IN_FLIGHT_MAX = 8;

/** The delivery of events to the endpoints that want them. */
export type Webhooks = {
  readonly context: SandboxContext;
  readonly book: Book<StripeTables>;
  /** They sign what goes to the product's own endpoint. */
  readonly secrets: readonly string[];
  readonly waiting: Delivery[];
  inFlight: number;
};

/** Starts with nothing on its way: see `resumeWebhooks`. */
export function createWebhooks(given: Pick<Webhooks, 'context' | 'book' | 'secrets'>): Webhooks {
  return { ...given, waiting: [], inFlight: 0 };
}

/** Takes up what was on its way when the sandbox stopped. */
export function resumeWebhooks(webhooks: Webhooks): void {
  for (const delivery of webhooks.book.all('delivery')) schedule(webhooks, delivery, 0);
}

/** Gives the product's endpoint the product's present address. */
export function syncEndpoint({ context, book }: Webhooks): void {
  const url = `${context.addresses.product}/webhooks/stripe`;
  const known = book.get('webhook_endpoint', DEFAULT_ENDPOINT_ID);
  if (known?.url === url) return;
  book.put('webhook_endpoint', known ? { ...known, url } : defaultEndpoint(url, secondsOf(context)));
}

/** Puts an event on its way to every endpoint that wants it. */
export function sendEvent(webhooks: Webhooks, event: StripeEvent): void {
  syncEndpoint(webhooks);
  const { book, context } = webhooks;
  const { webhookLoss, webhookDuplication } = context.faults.of('stripe');
  for (const endpoint of book.all('webhook_endpoint')) {
    const isWanted = endpoint.enabled_events.some((pattern) => matches(pattern, event.type));
    if (endpoint.status !== 'enabled' || !isWanted) continue;
    event.pending_webhooks += 1;
    book.put('event', event);
    if (context.faults.strikes(webhookLoss)) continue;
    const delivery = { id: `${event.id}:${endpoint.id}`, event: event.id, endpoint: endpoint.id, attempts: 0 };
    book.put('delivery', delivery);
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
  syncEndpoint(webhooks);
  const { book, context, secrets } = webhooks;
  const event = book.get('event', delivery.event);
  const endpoint = book.get('webhook_endpoint', delivery.endpoint);
  if (!event || !endpoint) {
    book.remove('delivery', delivery.id);
    return;
  }
  const isTaken = await postEvent({
    url: endpoint.url,
    body: JSON.stringify(event, null, 2),
    secrets: endpoint.id === DEFAULT_ENDPOINT_ID ? secrets : [endpoint.secret ?? ''],
    now: secondsOf(context),
    signal: context.tasks.signal,
  });
  // Stopping, or the twin of a duplicated delivery was taken first.
  if (context.tasks.signal.aborted || !book.get('delivery', delivery.id)) return;
  delivery.attempts += 1;
  const retryAfterMs = RETRY_AFTER_MS[delivery.attempts - 1];
  if (isTaken) {
    event.pending_webhooks = Math.max(0, event.pending_webhooks - 1);
    book.put('event', event);
  }
  if (isTaken || retryAfterMs === undefined) book.remove('delivery', delivery.id);
  else {
    book.put('delivery', delivery);
    schedule(webhooks, delivery, retryAfterMs);
  }
  book.flush();
  context.events.publish('stripe', 'webhook', { type: event.type, isTaken });
}

function secondsOf({ clock }: SandboxContext): number {
  return Math.floor(clock.now().getTime() / 1000);
}
