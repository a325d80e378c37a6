import type { Carrier } from './carrier.ts';
import type { Message } from './message.ts';
import { readKeyword } from './opt-outs.ts';
import type { Params } from './signature.ts';

/** Form parameters of a status callback (Twilio docs, "Message status callback"), without the body. */
export function statusParams(message: Message, accountSid: string): Params {
  return {
    MessageSid: message.sid,
    SmsSid: message.sid,
    MessageStatus: message.status,
    SmsStatus: message.status,
    To: message.to,
    From: message.from,
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    ...(message.messagingServiceSid !== null && { MessagingServiceSid: message.messagingServiceSid }),
    ...(message.errorCode !== null && { ErrorCode: String(message.errorCode) }),
    // YYMMDDhhmm: when the handset's network confirmed the delivery.
    ...(message.status === 'delivered' && {
      RawDlrDoneDate: message.updatedAt.toISOString().replaceAll(/\D/g, '').slice(2, 12),
    }),
  };
}

/** Form parameters of an inbound text (Twilio docs, "Twilio's request to your incoming message Webhook URL"). */
export function inboundParams(message: Message, { account, behavior, context }: Carrier): Params {
  const mediaBase = `${context.addresses.http}/2010-04-01/Accounts/${account.sid}/Messages/${message.sid}/Media`;
  const media = message.media.flatMap(({ sid, contentType }, i) => [
    [`MediaUrl${i}`, `${mediaBase}/${sid}`],
    [`MediaContentType${i}`, contentType],
  ]);
  const keyword = behavior.optOut === 'advanced' ? readKeyword(message.body, behavior.optOut) : null;
  return {
    // Twilio knows the location of few numbers; the geographic parameters are present but empty.
    ToCountry: 'US',
    ToState: '',
    SmsMessageSid: message.sid,
    NumMedia: String(message.media.length),
    ToCity: '',
    FromZip: '',
    SmsSid: message.sid,
    FromState: '',
    SmsStatus: 'received',
    FromCity: '',
    Body: message.body,
    FromCountry: 'US',
    To: message.to,
    MessagingServiceSid: account.messagingServiceSid,
    ToZip: '',
    NumSegments: String(message.segments),
    MessageSid: message.sid,
    AccountSid: account.sid,
    From: message.from,
    ApiVersion: '2010-04-01',
    ...Object.fromEntries(media),
    ...(keyword !== null && { OptOutType: keyword }),
  };
}
