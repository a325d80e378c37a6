/** @typedef {import('../../twilio/phone-message.ts').PhoneMessage} PhoneMessage */

/**
 * Subscribes to several phones over one connection (a browser allows six to a host) while the page is open. The browser
 * reconnects automatically and requests the events that it missed.
 * @param {string[]} numbers
 * @param {{ onMessage: (message: PhoneMessage) => void, onState: (isOpen: boolean) => void }} handlers
 * @returns {() => void} closes the connection
 */
export function listenTo(numbers, { onMessage, onState }) {
  const query = new URLSearchParams(numbers.map((number) => ['phone', number]));
  const source = new EventSource(`/sandbox/phones/events?${query}`);
  for (const name of ['message', 'status', 'webhook']) {
    source.addEventListener(name, (event) => onMessage(JSON.parse(event.data)));
  }
  source.addEventListener('open', () => onState(true));
  source.addEventListener('error', () => onState(false));
  return () => source.close();
}
