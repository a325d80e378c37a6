/** @typedef {import('../../twilio/phone-message.ts').PhoneMessage} PhoneMessage */

/** The longest that the sandbox takes to answer a control call, ms. */
const TIMEOUT_MS = 10_000;

/**
 * One JSON call of the control API.
 * @param {string} method
 * @param {string} path below `/sandbox`
 * @param {unknown} [body]
 * @returns {Promise<any>}
 * @throws {Error} with a sentence for the user when the call fails
 */
async function call(method, path, body) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(`/sandbox${path}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Error('The sandbox isn’t responding. Is it still running?');
  }
  const text = await response.text();
  const answer = text === '' ? undefined : JSON.parse(text);
  if (!response.ok) throw new Error(answer?.message ?? `The sandbox answered ${response.status}.`);
  return answer;
}

export const api = {
  /** @returns {Promise<{ serviceNumbers: string[], phones: { number: string, isOptedOut: boolean }[] }>} */
  phones: () => call('GET', '/phones'),
  /** @param {string} number @returns {Promise<PhoneMessage[]>} */
  messages: (number) => call('GET', `/phones/${encodeURIComponent(number)}/messages`),
  /** @param {string} number @param {{ to: string, body: string, mediaUrls?: string[] }} text @returns {Promise<{ sid: string }>} */
  send: (number, text) => call('POST', `/phones/${encodeURIComponent(number)}/messages`, text),
  /** @returns {Promise<Record<string, object>>} */
  faults: () => call('GET', '/faults'),
  /** @param {Record<string, object>} faults */
  setFaults: (faults) => call('PUT', '/faults', faults),
  clearFaults: () => call('DELETE', '/faults'),
  /** @returns {Promise<{ product: string }>} */
  addresses: () => call('GET', '/addresses'),
};
