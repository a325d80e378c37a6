import type { Encoding } from '../pages/browser/segments.js';
import type { MessageStatus, PhoneMessage, WebhookResult } from './phone-message.ts';

/** A picture or the like, of which the type only is kept. The carrier has its copy until that is deleted. */
export type Media = {
  readonly sid: string;
  readonly contentType: string;
  isDeleted: boolean;
};

/** One text at the carrier. Its body is in memory only, and redaction empties it. */
export type Message = {
  readonly sid: string;
  readonly direction: 'inbound' | 'outbound-api' | 'outbound-reply';
  readonly from: string;
  /** Whether the request named the sender. If not, the API shows none until the messaging service has chosen one. */
  readonly isSenderGiven: boolean;
  readonly to: string;
  /** The carrier's copy; empty once redacted. */
  body: string;
  /** The handset's copy, which no API call can redact; null after a restart, which loses all bodies. */
  readonly handsetBody: string | null;
  /** SHA-256 of the body, hex, with which tests compare texts after their redaction. */
  readonly bodyHash: string;
  readonly segments: number;
  readonly encoding: Encoding;
  readonly media: readonly Media[];
  status: MessageStatus;
  errorCode: number | null;
  readonly createdAt: Date;
  updatedAt: Date;
  sentAt: Date | null;
  /** When the last status was reached. */
  finalAt: Date | null;
  /** When it first appears in lists. */
  readonly listedFrom: Date;
  readonly messagingServiceSid: string | null;
  readonly statusCallback: string | null;
  readonly validityPeriodS: number;
  redactedAt: Date | null;
  /** Its statuses so far, oldest first. */
  readonly steps: { status: MessageStatus; at: Date }[];
  /** Inbound only: the result of the last webhook call. Null before it. */
  webhook: WebhookResult | null;
  /** The carrier's own replies to STOP, START and HELP are not in the account's logs. */
  readonly isLogged: boolean;
};

/** RFC 2822 date in GMT, as in the 2010 API, e.g. `Fri, 24 May 2019 17:44:46 +0000`. Whole seconds. */
export function rfc2822(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000');
}

const errorMessages: Readonly<Record<number, string>> = {
  30003: 'Unreachable destination handset',
  30004: 'Message blocked',
  30005: 'Unknown destination handset',
  30006: 'Landline or unreachable carrier',
  30007: 'Carrier violation',
  30008: 'Unknown error',
  30036: 'Validity Period Expired',
};

/** USD per segment, in and out (Twilio's US price list, 2026). */
const PRICE_PER_SEGMENT = 0.0083;

/** The media of a text that the carrier still has. */
export function mediaOf({ media }: Message): Media[] {
  return media.filter(({ isDeleted }) => !isDeleted);
}

/** The Media resource of the REST API. */
export function toMediaResource(message: Message, { sid, contentType }: Media, accountSid: string): object {
  return {
    sid,
    account_sid: accountSid,
    parent_sid: message.sid,
    content_type: contentType,
    date_created: rfc2822(message.createdAt),
    date_updated: rfc2822(message.createdAt),
    uri: `/2010-04-01/Accounts/${accountSid}/Messages/${message.sid}/Media/${sid}.json`,
  };
}

/** The Message resource of the REST API. Counts are strings, and the price is set only after sending. */
export function toResource(message: Message, accountSid: string): object {
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${message.sid}`;
  const isUnassigned = message.status === 'accepted';
  return {
    body: message.body,
    num_segments: isUnassigned ? '0' : String(message.segments),
    direction: message.direction,
    from: isUnassigned && !message.isSenderGiven ? null : message.from,
    to: message.to,
    date_updated: rfc2822(message.updatedAt),
    price: message.sentAt ? `-${(message.segments * PRICE_PER_SEGMENT).toFixed(5)}` : null,
    error_message: message.errorCode === null ? null : (errorMessages[message.errorCode] ?? 'Unknown error'),
    uri: `${uri}.json`,
    account_sid: accountSid,
    num_media: String(message.media.length),
    status: message.status,
    messaging_service_sid: message.messagingServiceSid,
    sid: message.sid,
    date_sent: message.sentAt && rfc2822(message.sentAt),
    date_created: rfc2822(message.createdAt),
    error_code: message.errorCode,
    price_unit: 'USD',
    api_version: '2010-04-01',
    subresource_uris: { media: `${uri}/Media.json`, feedback: `${uri}/Feedback.json` },
  };
}

/** One text for the phone's control call and pages. */
export function toPhoneMessage(message: Message): PhoneMessage {
  return {
    sid: message.sid,
    direction: message.direction === 'inbound' ? 'to_service' : 'from_service',
    from: message.from,
    to: message.to,
    body: message.handsetBody ?? '',
    status: message.status,
    segments: message.segments,
    encoding: message.encoding,
    at: message.createdAt.toISOString(),
    updatedAt: message.updatedAt.toISOString(),
    errorCode: message.errorCode,
    media: message.media.map(({ contentType }) => contentType),
    steps: message.steps.map(({ status, at }) => ({ status, at: at.toISOString() })),
    webhook: message.webhook,
    isFromProduct: message.direction !== 'inbound' && message.isLogged,
  };
}
