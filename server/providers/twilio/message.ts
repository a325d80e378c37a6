import { Secret } from '#server/platform/secret.ts';
import type { CarrierText } from '#server/providers/ports/carrier.ts';

import type { CarrierClock } from './carrier-clock.ts';

/** The fields of Twilio's Message resource that we read (https://www.twilio.com/docs/messaging/api/message-resource). */
export type Message = {
  readonly sid: string;
  /** Null while a messaging service has not picked a sender yet. */
  readonly from: string | null;
  readonly to: string;
  readonly direction: string;
  /** RFC 2822. */
  readonly date_created: string;
  readonly body: string | null;
  readonly num_media: string | null;
  readonly num_segments: string | null;
  readonly status: string;
};

/** The fields of a page of Media resources that we read (https://www.twilio.com/docs/messaging/api/media-resource). */
export type MediaPage = {
  readonly media_list: readonly { readonly sid: string }[];
  readonly next_page_uri?: string | null;
};

export type MessagePage = { readonly messages: readonly Message[]; readonly next_page_uri?: string | null };

/** The message in our words; its age by the carrier's clock. */
export function carrierText(message: Message, clock: Pick<CarrierClock, 'now'>): CarrierText {
  const createdAt = new Date(message.date_created);
  return {
    sid: message.sid,
    from: message.from ?? '',
    to: message.to,
    direction: message.direction === 'inbound' ? 'inbound' : 'outbound',
    createdAt,
    ageMs: clock.now() - createdAt.getTime(),
    body: message.body ? new Secret(message.body) : null,
    mediaCount: Number(message.num_media) || 0,
    status: message.status,
    segments: Number(message.num_segments) || null,
  };
}
