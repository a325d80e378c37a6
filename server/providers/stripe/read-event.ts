import Stripe from 'stripe';
import * as z from 'zod/mini';

import type { PaymentEvent } from '#server/providers/ports/payments.ts';

import { moment } from './read-objects.ts';

/**
 * How old a signature may be: a webhook that someone recorded is worth nothing after that
 * (docs/reference/security.md#t1).
 */
const toleranceSeconds = 300;

const id = z.string().check(z.regex(/^[A-Za-z0-9_]{1,255}$/));

/** The fields of an event that we use, whatever API version its object was made under. */
const EventShape = z.object({
  id,
  object: z.literal('event'),
  type: z.string().check(z.maxLength(100)),
  // In seconds, up to the year 9999: the database takes no moment beyond its own calendar.
  created: z.int().check(z.gte(0), z.lte(253_402_300_799)),
  livemode: z.boolean(),
  api_version: z.nullish(z.string()),
  data: z.object({
    object: z.object({
      id: z.optional(z.unknown()),
      object: z.optional(z.string()),
      customer: z.optional(z.unknown()),
    }),
  }),
});

/** An event of the API or of a webhook whose signature was checked; null when it is no event. */
export function readEvent(value: unknown): PaymentEvent | null {
  const read = EventShape.safeParse(value);
  if (!read.success) return null;
  const { object } = read.data.data;
  const owner = object.object === 'customer' ? object.id : object.customer;
  return {
    id: read.data.id,
    type: read.data.type,
    createdAt: moment(read.data.created),
    isLive: read.data.livemode,
    // "2026-10-28.endive": within one name nothing breaks (docs.stripe.com/api/versioning).
    isKnownVersion: read.data.api_version?.split('.')[1] === Stripe.MAJOR_API_VERSION,
    customer: idOrNull(typeof owner === 'object' && owner !== null && 'id' in owner ? owner.id : owner),
    objectId: idOrNull(object.id),
  };
}

/**
 * Null for an id that none of our objects has. Merchants choose the ids of plans, coupons and products, and imported
 * customers keep theirs: such an event of another product at the same account is Stripe's all the same.
 */
function idOrNull(value: unknown): string | null {
  return id.safeParse(value).data ?? null;
}

/**
 * The event of a webhook, if one of our secrets signed exactly these bytes within the tolerance; otherwise null.
 * Several secrets are valid while one is rolled.
 */
export function readSignedEvent(body: Buffer, signature: string, secrets: readonly string[]): PaymentEvent | null {
  // The library lets times from the future pass: a signature would then stay valid until its time has come.
  const seconds = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN);
  if (!(seconds <= Date.now() / 1000 + toleranceSeconds)) return null;
  for (const secret of secrets) {
    try {
      return readEvent(Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds));
    } catch {
      // Not this secret, or no JSON. What the error says quotes the body.
    }
  }
  return null;
}
