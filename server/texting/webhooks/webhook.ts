import { AppError } from '#server/platform/errors.ts';
import type { Carrier } from '#server/providers/ports.ts';

import { parseWebhookForm, type WebhookForm } from './webhook-form.ts';

export type WebhookParts = {
  readonly carrier: Pick<Carrier, 'isSigned'>;
  /** The address that the carrier calls: what it signs, whatever proxies make of it on the way. */
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
 * The form of a webhook that the carrier has signed, over the exact public address and all parameters (security T1).
 * @throws AppError `forbidden` for anything that it has not
 */
export function verifiedForm({ carrier, publicUrl }: WebhookParts, request: WebhookRequest): WebhookForm {
  const form = parseWebhookForm(typeof request.body === 'string' ? request.body : '');
  const signature = request.headers['x-twilio-signature'];
  const url = publicUrl + (request.raw.url ?? '');
  if (typeof signature !== 'string' || signature === '' || !carrier.isSigned({ url, params: form, signature })) {
    throw new AppError('forbidden', 'This request is not signed by the carrier.');
  }
  return form;
}

/** The types of what came with a picture message. */
export function mediaTypesOf(form: WebhookForm, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const contentType = form[`MediaContentType${index}`];
    return typeof contentType === 'string' ? contentType : '';
  });
}
