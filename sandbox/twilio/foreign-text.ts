import { type Carrier, publishMessage } from './carrier.ts';
import { newMessage } from './new-message.ts';

type ForeignText = { readonly from: string; readonly to: string; readonly body: string };

/** Puts a text on a phone that did not come through this account (another sender's), and is in none of its logs. */
export function receiveForeignText(carrier: Carrier, text: ForeignText): void {
  const rest = { direction: 'outbound-reply', status: 'delivered', isLogged: false } as const;
  const message = newMessage(carrier, { ...text, media: [] }, rest);
  carrier.store.add(message);
  publishMessage(carrier, message, 'message');
}
