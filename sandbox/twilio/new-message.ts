import { createHash } from 'node:crypto';

import { measure } from '../pages/browser/segments.js';
import type { Carrier } from './carrier.ts';
import type { Message } from './message.ts';
import { sid } from './sids.ts';

export type TextContent = {
  readonly from: string;
  readonly to: string;
  readonly body: string;
  /** The content type of each medium. */
  readonly mediaTypes: readonly string[];
};

type Rest = Pick<Message, 'direction' | 'status'> &
  Partial<Pick<Message, 'isSenderGiven' | 'isLogged' | 'messagingServiceSid' | 'statusCallback' | 'validityPeriodS'>>;

/** A new message: created now, segmented, hashed, and listed after the configured lag. */
export function newMessage({ context }: Carrier, { from, to, body, mediaTypes }: TextContent, rest: Rest): Message {
  const now = context.clock.now();
  const { listLagMs: lagMaxMs = 0, clockSkewMs = 0 } = context.faults.of('twilio');
  const { segments, encoding } = measure(body);
  const listLagMs = context.random() * lagMaxMs;
  return {
    sid: sid(mediaTypes.length > 0 ? 'MM' : 'SM'),
    from,
    to,
    body,
    handsetBody: body,
    bodyHash: createHash('sha256').update(body).digest('hex'),
    segments,
    encoding,
    media: mediaTypes.map((contentType) => ({ sid: sid('ME'), contentType, isDeleted: false })),
    errorCode: null,
    createdAt: new Date(now.getTime() + clockSkewMs),
    updatedAt: now,
    sentAt: null,
    finalAt: null,
    listedFrom: new Date(now.getTime() + listLagMs),
    steps: [{ status: rest.status, at: now }],
    webhook: null,
    redactedAt: null,
    isSenderGiven: true,
    isLogged: true,
    messagingServiceSid: null,
    statusCallback: null,
    validityPeriodS: 36_000,
    ...rest,
  };
}
