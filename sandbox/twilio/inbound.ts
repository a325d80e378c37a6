import { addressesOf } from './assets.ts';
import { type Carrier, publishMessage } from './carrier.ts';
import type { Message } from './message.ts';
import { newMessage, type TextContent } from './new-message.ts';
import { carrierReply, readKeyword } from './opt-outs.ts';
import { sendReply } from './outbound.ts';
import { readReplies } from './twiml.ts';
import { callWebhook } from './webhook-client.ts';
import { inboundParams } from './webhook-params.ts';

/** The product's address for inbound texts, with the connection overrides that the operating manual recommends. */
const INBOUND_PATH = '/webhooks/twilio/messages#rc=5&rp=all';

/** Where inbound texts are sent unless the account sets an address, with connection overrides. */
export function defaultInboundUrl({ behavior, context }: Carrier): string {
  return behavior.inboundUrl ?? `${context.addresses.product}${INBOUND_PATH}`;
}

/** The fallback address; empty for none. */
export function defaultFallbackUrl({ behavior }: Carrier): string {
  return behavior.fallbackUrl ?? '';
}

/** Receives a text from a phone: applies the carrier's keywords, then calls the product's webhook. */
export function receiveText(carrier: Carrier, words: TextContent): Message {
  const { assets, behavior, saved, optOuts, store } = carrier;
  const messagingServiceSid = assets.get('number', words.to)?.service ?? null;
  const message = newMessage(carrier, words, { direction: 'inbound', status: 'received', messagingServiceSid });
  message.sentAt = message.createdAt;
  message.finalAt = message.createdAt;
  store.add(message);
  saved.write(message);
  publishMessage(carrier, message, 'message');
  const keyword = readKeyword(words.body, behavior.optOut);
  if (keyword !== null && optOuts.take(keyword, { phone: words.from, sender: words.to }, behavior.optOut)) {
    sendReply(carrier, message, carrierReply(keyword, behavior.optOut), 'carrier');
  }
  callInboundWebhook(carrier, message);
  return message;
}

/** Calls the inbound webhook of a text in the background; an earlier result no longer counts. */
export function callInboundWebhook(carrier: Carrier, message: Message): void {
  message.webhook = null;
  const { faults, tasks } = carrier.context;
  const { webhookLoss, webhookDuplication } = faults.of('twilio');
  if (faults.strikes(webhookLoss)) return;
  const copies = faults.strikes(webhookDuplication) ? 2 : 1;
  for (let copy = 0; copy < copies; copy += 1) tasks.after(0, (signal) => callInbound(carrier, message, signal));
}

async function callInbound(carrier: Carrier, message: Message, signal: AbortSignal): Promise<void> {
  const { account, assets, optOuts } = carrier;
  const hook = { authToken: account.authToken, signal };
  const params = inboundParams(message, carrier);
  const own = addressesOf(assets, message.to);
  const address = own.inbound ?? defaultInboundUrl(carrier);
  const fallback = own.fallback ?? defaultFallbackUrl(carrier);
  if (address === '') return; // no address to call
  let outcome = await callWebhook(address, params, hook);
  if (!outcome.isAccepted && fallback !== '') {
    const why = { ErrorCode: '11200', ErrorUrl: address.replace(/#.*/, '') };
    outcome = await callWebhook(fallback, { ...params, ...why }, hook);
  }
  const { isAccepted, attempts, status, durationMs, twiml } = outcome;
  message.webhook = { isAccepted, attempts, status, durationMs: Math.round(durationMs) };
  publishMessage(carrier, message, 'webhook');
  for (const body of readReplies(twiml ?? '')) {
    if (!optOuts.isBlocked(message.from, message.to)) sendReply(carrier, message, body, 'twiml');
  }
}
