/**
 * The one `fetch` under every provider's client. A redirect is an error: followed, it would carry a question, a key or
 * a customer's name to an address that no setting names (docs/reference/security.md#t18).
 */
export const providerFetch: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' });
