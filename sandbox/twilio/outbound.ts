import { type Carrier, publishMessage } from './carrier.ts';
import type { Message } from './message.ts';
import { newMessage, type TextContent } from './new-message.ts';
import type { MessageStatus } from './phone-message.ts';
import { callWebhook } from './webhook-client.ts';
import { statusParams } from './webhook-params.ts';

/** Sends a text that the REST API accepted; its statuses and callbacks follow in the background. */
export function sendText(
  carrier: Carrier,
  words: TextContent,
  rest: Pick<Message, 'isSenderGiven' | 'messagingServiceSid' | 'statusCallback' | 'validityPeriodS'>,
): Message {
  const status = rest.messagingServiceSid === null ? 'queued' : 'accepted';
  return launch(carrier, newMessage(carrier, words, { ...rest, direction: 'outbound-api', status }));
}

/** Sends a text back to the sender of `message`: the carrier's own reply (not in the logs), or one from TwiML. */
export function sendReply(carrier: Carrier, message: Message, body: string, by: 'carrier' | 'twiml'): Message {
  const words = { from: message.to, to: message.from, body, mediaTypes: [] };
  const rest = { direction: 'outbound-reply', status: 'queued', isLogged: by === 'twiml' } as const;
  return launch(carrier, newMessage(carrier, words, rest));
}

function launch(carrier: Carrier, message: Message): Message {
  const { tasks, faults } = carrier.context;
  const { queued, sent, delivered } = carrier.behavior.delaysMs;
  carrier.store.add(message);
  carrier.saved.write(message);
  publishMessage(carrier, message, 'message');
  // Sequentially: overdue timers of different lengths do not fire in the order of their times.
  tasks.after(queued, () => {
    advance(carrier, message, 'queued');
    tasks.after(sent - queued, () => {
      advance(carrier, message, 'sent');
      tasks.after(delivered - sent, () => {
        const { undelivered, undeliveredCode = 30003 } = faults.of('twilio');
        const isLost = faults.strikes(undelivered);
        if (isLost) message.errorCode = undeliveredCode;
        advance(carrier, message, isLost ? 'undelivered' : 'delivered');
      });
    });
  });
  return message;
}

function advance(carrier: Carrier, message: Message, status: MessageStatus): void {
  const now = carrier.context.clock.now();
  message.status = status;
  if (message.steps.at(-1)?.status !== status) message.steps.push({ status, at: now });
  message.updatedAt = now;
  if (status === 'sent') message.sentAt = now;
  if (status === 'delivered' || status === 'undelivered') {
    message.finalAt = now;
    carrier.saved.write(message);
  }
  publishMessage(carrier, message, 'status');
  reportStatus(carrier, message);
}

function reportStatus({ context, account }: Carrier, message: Message): void {
  const { statusCallback } = message;
  if (statusCallback === null) return;
  const { faults, tasks, random } = context;
  const { callbackLoss, callbackDuplication, callbackShuffleMs = 0 } = faults.of('twilio');
  if (faults.strikes(callbackLoss)) return;
  const params = statusParams(message, account.sid);
  const copies = faults.strikes(callbackDuplication) ? 2 : 1;
  for (let copy = 0; copy < copies; copy += 1) {
    tasks.after(random() * callbackShuffleMs, async (signal) => {
      await callWebhook(statusCallback, params, { authToken: account.authToken, signal });
    });
  }
}
