import type { OutgoingWebhook } from '#server/providers/ports/outgoing-webhook.ts';

import { HttpExchange } from '../http-exchange.ts';

const deadlineMs = 10_000;

/** The address answered, but not with success; `code` is the status. */
class WebhookRefused extends Error {
  readonly code: string;

  constructor(status: number) {
    super(`the address answered ${status}`);
    this.name = 'WebhookRefused';
    this.code = String(status);
  }
}

/** Calls one address. Redirects are not followed, so that nothing goes to an address that no setting names. */
export function outgoingWebhook(url: string): OutgoingWebhook {
  const { origin, pathname, search } = new URL(url);
  const http = new HttpExchange({
    baseUrl: origin,
    connectionsMax: 2,
    allowsHttp2: false,
    answerBytesMax: 64 * 1024,
  });

  async function call(method: 'GET' | 'POST', headers: Record<string, string>, body?: string): Promise<void> {
    const path = pathname + search;
    const request = { method, path, headers, deadlineMs, ...(body === undefined ? {} : { body }) };
    const { status } = await http.request(request);
    if (status < 200 || status > 299) throw new WebhookRefused(status);
  }

  return {
    post: (body) => call('POST', { 'content-type': 'application/json' }, JSON.stringify(body)),
    ping: () => call('GET', {}),
    close: () => http.close(),
  };
}
