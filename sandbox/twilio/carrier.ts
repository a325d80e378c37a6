import type { SandboxContext } from '../context.ts';
import { type Assets, openAssets } from './assets.ts';
import { createMessageStore, type MessageStore } from './message-store.ts';
import { type Message, toPhoneMessage } from './message.ts';
import { createOptOuts, type OptOuts } from './opt-outs.ts';
import { type SavedMessages, openSavedMessages } from './saved-messages.ts';
import { type Behavior, readTwilioSettings, type TwilioAccount } from './settings.ts';

/** The carrier: one account, its messages, and the phones that texted STOP. */
export type Carrier = {
  readonly context: SandboxContext;
  readonly account: TwilioAccount;
  readonly behavior: Behavior;
  readonly assets: Assets;
  readonly store: MessageStore;
  readonly optOuts: OptOuts;
  /** What outlives a restart. */
  readonly saved: SavedMessages;
  /** How many calls of each operation ended with which HTTP status, e.g. `create 201`. */
  readonly calls: Map<string, number>;
};

/**
 * Makes a carrier; where the sandbox has a state folder, with the traces of earlier texts.
 * @throws a ZodError when the settings are not valid
 */
export function createCarrier(context: SandboxContext): Carrier {
  const { account, behavior } = readTwilioSettings(context.env);
  const optOuts = createOptOuts((number) =>
    behavior.optOutScope === 'service' && account.numbers.includes(number) ? account.messagingServiceSid : number,
  );
  const store = createMessageStore();
  const saved = openSavedMessages(context.stateDir, context.clock.now());
  for (const message of saved.read()) store.add(message);
  const assets = openAssets(context, account);
  return { context, account, behavior, assets, store, optOuts, saved, calls: new Map() };
}

/** The topic under which the hub publishes what happens on one phone. */
export function phoneTopic(number: string): string {
  return `phone:${number}`;
}

/** Publishes a new text, its new status, or the result of its webhook to the phone's listeners. */
export function publishMessage({ context }: Carrier, message: Message, name: 'message' | 'status' | 'webhook'): void {
  const phone = message.direction === 'inbound' ? message.from : message.to;
  context.events.publish(phoneTopic(phone), name, toPhoneMessage(message));
}
