import { z } from 'zod';

import { AppError } from '#server/platform/errors.ts';
import type { Carrier } from '#server/providers/ports/carrier.ts';

/**
 * What the product reads of Twilio's webhooks (https://www.twilio.com/docs/messaging/guides/webhook-request). The
 * vendor adds parameters without notice, so unknown ones are ignored; a repeated one makes the form invalid.
 */
const messageSid = z.string().regex(/^(SM|MM)[0-9a-f]{32}$/);
/** Phone numbers, short codes and alphanumeric senders. No control characters: PostgreSQL cannot store NUL. */
export const address = z.string().regex(/^[^\p{Cc}]{1,20}$/u);
/** The vendor adds new ones without notice. */
export const deliveryStatus = z.string().regex(/^[a-z_-]{0,20}$/i);
const count = z.coerce.number().int().min(0).max(20).catch(0);

export const InboundForm = z.object({
  MessageSid: messageSid,
  AccountSid: z.string(),
  From: address,
  To: address,
  // Twilio limits a text to 1,600 characters; an MMS may have more.
  Body: z.string().max(20_000).default(''),
  NumMedia: count.default(0),
  // An unknown value must not cost the text (rules/understand.ts).
  OptOutType: z.unknown().optional(),
});

export const StatusForm = z.object({
  MessageSid: messageSid,
  AccountSid: z.string(),
  To: address.optional().catch(undefined),
  MessageStatus: deliveryStatus,
  ErrorCode: z.coerce.number().int().min(0).max(99_999).optional(),
});

/** All fields of a form-encoded webhook, untrimmed, repeated ones as a list: the signature covers all of them. */
type WebhookForm = Record<string, string | string[]>;

export type WebhookDeps = {
  readonly carrier: Pick<Carrier, 'isSigned'>;
  /** The address that the carrier calls and signs, however proxies rewrite it. */
  readonly publicUrl: string;
  readonly accountSid: string;
  readonly serviceNumbers: readonly string[];
};

type WebhookRequest = {
  readonly body: unknown;
  readonly raw: { readonly url?: string | undefined };
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

/**
 * The form of a webhook whose signature covers the exact public address and all parameters
 * (docs/reference/security.md#t1).
 * @throws AppError `forbidden` without a valid signature
 */
export function verifiedForm({ carrier, publicUrl }: WebhookDeps, request: WebhookRequest): WebhookForm {
  const form = parseWebhookForm(typeof request.body === 'string' ? request.body : '');
  const signature = request.headers['x-twilio-signature'];
  const url = publicUrl + (request.raw.url ?? '');
  if (typeof signature !== 'string' || signature === '' || !carrier.isSigned({ url, params: form, signature })) {
    throw new AppError('forbidden', 'This request is not signed by the carrier.');
  }
  return form;
}

/** Decodes `application/x-www-form-urlencoded` (WHATWG URL, 5.1). */
function parseWebhookForm(body: string): WebhookForm {
  const form: WebhookForm = Object.create(null) as WebhookForm;
  for (const [name, value] of new URLSearchParams(body)) {
    const known = form[name];
    form[name] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value];
  }
  return form;
}

/** The content types of a picture message's attachments. */
export function mediaTypesOf(form: WebhookForm, total: number): string[] {
  return Array.from({ length: total }, (_, index) => {
    const contentType = form[`MediaContentType${index}`];
    return typeof contentType === 'string' ? contentType : '';
  });
}
