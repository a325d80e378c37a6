/** @typedef {import('../../twilio/phone-message.ts').PhoneMessage} PhoneMessage */

/**
 * Hears what happens on several phones over one connection (a browser allows six to a host), for as long as the page
 * is open. The browser reconnects by itself and asks for what it missed.
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
