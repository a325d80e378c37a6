import { z } from 'zod';

import type { Log } from '#server/observability/log.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Carrier } from '#server/providers/ports/carrier.ts';

/**
 * What the product reads of Twilio's webhooks (https://www.twilio.com/docs/messaging/guides/webhook-request). The
 * vendor adds parameters without notice, so unknown ones are ignored; a repeated one makes the form invalid.
 */
const messageSid = /^(SM|MM)[0-9a-f]{32}$/;
/** Phone numbers, short codes and alphanumeric senders. No control characters: PostgreSQL cannot store NUL. */
const addressPattern = /^[^\p{Cc}]{1,20}$/u;
export const address = z.string().regex(addressPattern);
/** The vendor adds new ones without notice. */
export const deliveryStatus = z.string().regex(/^[a-z_-]{0,20}$/i);
/** Twilio limits a text to 1,600 characters; an MMS may have more. */
const bodyCharsMax = 20_000;
const mediaMax = 20;

export const StatusForm = z.object({
  MessageSid: z.string().regex(messageSid),
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
  /** The numbers that texts come to; complete once the database was read. */
  readonly serviceNumbers: readonly string[];
  readonly securityLog: Pick<Log, 'warn'>;
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
export function verifiedForm(deps: WebhookDeps, request: WebhookRequest): WebhookForm {
  const { carrier, publicUrl } = deps;
  const signature = request.headers['x-twilio-signature'];
  const isClaimed = typeof signature === 'string' && signature !== '';
  const form = isClaimed && typeof request.body === 'string' ? parseWebhookForm(request.body) : null;
  const url = publicUrl + (request.raw.url ?? '');
  if (!isClaimed || form === null || !carrier.isSigned({ url, params: form, signature })) {
    throw webhookRefused(deps, 'unsigned', 'This request is not signed by the carrier.');
  }
  return form;
}

/** A text as its webhook has it, checked. */
type InboundForm = {
  readonly sid: string;
  readonly account: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly mediaTypes: readonly string[];
  /** An unknown value must not cost the text (rules/understand.ts). */
  readonly optOutType: unknown;
};

/** Reads the webhook of a text, without a schema: it is read for every text. @returns null when it is no text */
export function readInboundForm(form: WebhookForm): InboundForm | null {
  const { MessageSid: sid, AccountSid: account, From: from, To: to, Body: body = '', OptOutType: optOutType } = form;
  if (!isLike(messageSid, sid) || typeof account !== 'string') return null;
  if (!isLike(addressPattern, from) || !isLike(addressPattern, to)) return null;
  if (typeof body !== 'string' || body.length > bodyCharsMax) return null;
  return { sid, account, from, to, body, mediaTypes: mediaTypesOf(form), optOutType };
}

function isLike(pattern: RegExp, value: string | string[] | undefined): value is string {
  return typeof value === 'string' && pattern.test(value);
}

/** The refusal of a webhook, recorded. */
export function webhookRefused(
  deps: Pick<WebhookDeps, 'securityLog'>,
  kind: 'unsigned' | 'wrong_account',
  message: string,
): AppError {
  noteRefusedWebhook(deps, kind);
  return new AppError('forbidden', message);
}

/** Records a refused webhook as a security event: its sender may be forging texts, or our token is wrong. */
export function noteRefusedWebhook(
  { securityLog }: Pick<WebhookDeps, 'securityLog'>,
  kind: 'unsigned' | 'wrong_account' | 'unfinished',
): void {
  securityLog.warn({ event: 'webhook_refused', provider: 'carrier', kind }, 'refused a webhook of the carrier');
}

/**
 * A text with ten pictures has some fifty parameters. What has many more is not from the carrier, and parsing and
 * signing it would be work that a stranger makes us do (docs/reference/security.md#t19).
 */
const parametersMax = 300;

/** Decodes `application/x-www-form-urlencoded` as `URLSearchParams` does. @returns null with too many parameters */
function parseWebhookForm(body: string): WebhookForm | null {
  const form: WebhookForm = Object.create(null) as WebhookForm;
  let parameters = 0;
  // Where `URLSearchParams` ignores it.
  for (let from = body.startsWith('?') ? 1 : 0; from < body.length;) {
    const ampersand = body.indexOf('&', from);
    const end = ampersand === -1 ? body.length : ampersand;
    if (end > from) {
      parameters += 1;
      if (parameters > parametersMax) return null;
      const sign = body.indexOf('=', from);
      const nameEnd = sign === -1 || sign > end ? end : sign;
      addTo(form, decoded(body.slice(from, nameEnd)), decoded(body.slice(nameEnd + 1, end)));
    }
    from = end + 1;
  }
  return form;
}

function addTo(form: WebhookForm, name: string, value: string): void {
  const known = form[name];
  if (known === undefined) form[name] = value;
  else if (Array.isArray(known)) known.push(value);
  else form[name] = [known, value];
}

/** Decodes a name or a value (WHATWG URL, 5.1). Most have nothing to decode. */
function decoded(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text.toWellFormed();
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).toWellFormed();
  } catch {
    // Not UTF-8, or a percent sign of its own: it is read as well as it can be.
    return new URLSearchParams(`=${text}`).get('') ?? '';
  }
}

/** The content types of a picture message's attachments. A number of them that makes no sense counts as none. */
function mediaTypesOf(form: WebhookForm): string[] {
  const count = Number(form['NumMedia'] ?? 0);
  const total = Number.isInteger(count) && count >= 0 && count <= mediaMax ? count : 0;
  return Array.from({ length: total }, (_, index) => {
    const contentType = form[`MediaContentType${index}`];
    return typeof contentType === 'string' ? contentType : '';
  });
}
