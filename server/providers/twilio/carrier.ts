import twilio from 'twilio';
import type { MessageInstance } from 'twilio/lib/rest/api/v2010/account/message.js';

import { Secret } from '#server/platform/secret.ts';
import {
  type Carrier,
  type CarrierQuery,
  type CarrierText,
  type OutgoingText,
  ProviderError,
  type SendOutcome,
} from '#server/providers/ports.ts';

import { CarrierHttpClient, CarrierRequestError } from './http-client.ts';

export type TwilioOptions = {
  readonly accountSid: string;
  /** Signs webhooks, always; and requests, where there is no API key. */
  readonly authToken: string;
  readonly apiKey: { readonly sid: string; readonly secret: string } | null;
  readonly messagingServiceSid: string | null;
  readonly baseUrl: string;
  /** Where delivery reports go; our id of the text is added to its query. */
  readonly statusUrl: string;
  /** For one request, from first to last byte. */
  readonly deadlineMs: number;
};

const pageSize = 50;
/** Twilio asks for at least a second's pause when it gives none (error 20429). */
const defaultWaitMs = 1000;
const waitMaxMs = 10_000;
/** After refused credentials: an operator has to act, so asking more often helps nobody. */
const authWaitMs = 5000;

/** Twilio's Messages API behind our port (https://www.twilio.com/docs/messaging/api/message-resource). */
export function twilioCarrier(options: TwilioOptions): Carrier & { close(): void } {
  const http = new CarrierHttpClient(options.baseUrl, options.deadlineMs);
  const user = options.apiKey ?? { sid: options.accountSid, secret: options.authToken };
  const client = twilio(user.sid, user.secret, { accountSid: options.accountSid, httpClient: http });

  return {
    async send(text) {
      try {
        const created = await http.sendBefore(text.sendBeforeMs, () =>
          client.messages.create(createParameters(text, options)),
        );
        // Through a messaging service the carrier has not split the text yet and says "0".
        return { kind: 'accepted', sid: created.sid, segments: Number(created.numSegments) || null };
      } catch (error) {
        return sendOutcome(error);
      }
    },

    async fetch(sid) {
      try {
        return carrierText(await client.messages(sid).fetch());
      } catch (error) {
        if (error instanceof CarrierRequestError && error.status === 404) return null;
        throw providerError(error);
      }
    },

    async list(query) {
      return (await Array.fromAsync(pagesSince(client, query))).flat();
    },

    listPages: (query) => pagesSince(client, query),

    async redact(sid) {
      try {
        await client.messages(sid).update({ body: '' });
        return 'redacted';
      } catch (error) {
        if (error instanceof CarrierRequestError && error.status === 404) return 'gone';
        // 20009: "Cannot delete/redact this resource before it is complete".
        if (error instanceof CarrierRequestError && error.code === '20009') return 'too_early';
        throw providerError(error);
      }
    },

    isSigned: ({ url, params, signature }) => twilio.validateRequest(options.authToken, signature, url, params),
    close: () => http.close(),
  };
}

function createParameters(text: OutgoingText, { messagingServiceSid, statusUrl }: TwilioOptions) {
  return {
    to: text.to,
    // From as well as the service: the answer comes from the number that was asked (providers' notes, 1.4).
    from: text.from,
    ...(messagingServiceSid === null ? {} : { messagingServiceSid }),
    body: text.body.reveal(),
    statusCallback: `${statusUrl}?o=${text.id}`,
    validityPeriod: text.validitySeconds,
    // We count segments ourselves: no second opinion that turns a no-break space into two spaces.
    smartEncoded: false,
  };
}

/** What a failed create means for the text (answer protocol 2.5). */
function sendOutcome(error: unknown): SendOutcome {
  if (!(error instanceof CarrierRequestError)) return { kind: 'unknown', why: 'client' };
  const { effect, status, code, retryAfterMs = defaultWaitMs } = error;
  if (effect === 'not_sent') return { kind: 'not_sent', why: 'no_connection', retryAfterMs: 250 };
  if (effect === 'unknown') return { kind: 'unknown', why: String(status ?? code) };
  // 20429 is documented as not processed, so it is always safe to try again.
  if (status === 429) return { kind: 'not_sent', why: 'rate_limited', retryAfterMs: Math.min(retryAfterMs, waitMaxMs) };
  if (status === 401 || status === 403) return { kind: 'not_sent', why: 'auth', retryAfterMs: authWaitMs };
  return { kind: 'rejected', code: Number(code ?? status) };
}

/** Newest first. What came before a page that cannot be had has been given out. */
async function* pagesSince(client: twilio.Twilio, { from, to, since }: CarrierQuery): AsyncGenerator<CarrierText[]> {
  const numbers = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  try {
    let page = await client.messages.page({ pageSize, ...numbers });
    for (;;) {
      const texts = page.instances.map(carrierText);
      yield texts.filter(({ createdAt }) => createdAt >= since);
      const oldest = texts.at(-1);
      if (oldest === undefined || oldest.createdAt < since) return;
      const next = (await page.nextPage()) as typeof page | undefined;
      if (next === undefined) return;
      page = next;
    }
  } catch (error) {
    throw providerError(error);
  }
}

function carrierText(message: MessageInstance): CarrierText {
  return {
    sid: message.sid,
    // Null while a messaging service has not picked a sender yet.
    from: message.from || '',
    to: message.to,
    direction: message.direction === 'inbound' ? 'inbound' : 'outbound',
    createdAt: message.dateCreated,
    body: message.body ? new Secret(message.body) : null,
    mediaCount: Number(message.numMedia) || 0,
    status: message.status,
    segments: Number(message.numSegments) || null,
  };
}

function providerError(error: unknown): ProviderError {
  if (!(error instanceof CarrierRequestError)) return new ProviderError('carrier', 'unavailable');
  const { effect, status, code, retryAfterMs } = error;
  const kind =
    status === 401 || status === 403
      ? 'auth'
      : status === 429
        ? 'rate_limited'
        : effect === 'refused'
          ? 'rejected'
          : 'unavailable';
  return new ProviderError('carrier', kind, {
    code: code ?? (status === undefined ? effect : String(status)),
    retryAfterMs,
  });
}
