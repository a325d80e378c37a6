import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

type SignedWebhook = {
  readonly url: string;
  readonly params: Readonly<Record<string, string | string[]>>;
  readonly signature: string;
};

/**
 * Checks Twilio's signatures: HMAC-SHA1 with the auth token over the address and all parameters, sorted by name
 * (https://www.twilio.com/docs/usage/security). Twilio signs the address with or without its port. Our addresses hold
 * no character that back ends escape differently.
 */
export function webhookSignatures(authToken: string): (webhook: SignedWebhook) => boolean {
  const key = createSecretKey(authToken, 'utf8');
  /** Only the last one: all webhooks of a kind come to one address. */
  let known = { url: '', addresses: [''] };
  return function isSigned({ url, params, signature }) {
    const given = Buffer.from(signature);
    const signedFields = fieldsOf(params);
    if (known.url !== url) known = { url, addresses: addressesOf(url) };
    return known.addresses.some((address) => {
      const due = Buffer.from(
        createHmac('sha1', key)
          .update(address + signedFields)
          .digest('base64'),
      );
      return given.length === due.length && timingSafeEqual(given, due);
    });
  };
}

/** A repeated parameter counts once for each different value, sorted. */
function fieldsOf(params: SignedWebhook['params']): string {
  let fields = '';
  for (const name of Object.keys(params).sort()) {
    const value = params[name] ?? '';
    if (typeof value === 'string') fields += name + value;
    else for (const one of [...new Set(value)].sort()) fields += name + one;
  }
  return fields;
}

/** As configured, and the same address with or without its port. */
function addressesOf(url: string): string[] {
  const [, scheme = '', host = '', port = '', rest = ''] =
    /^(https?:\/\/)(\[[^\]]*\]|[^:/?#]*)(:\d+)?(.*)$/is.exec(url) ?? [];
  if (scheme === '') return [url];
  const usual = scheme.toLowerCase() === 'https://' ? ':443' : ':80';
  return [url, scheme + host + (port === '' ? usual : '') + rest];
}
