import { HttpExchange } from '#server/providers/http-exchange.ts';
import { answerBytesMax } from '#server/providers/responses-api.ts';

type ExchangeOptions = { readonly baseUrl: string; readonly attemptMs: number; readonly callsMax: number };

/**
 * A `fetch` for a vendor's client over our own exchange: it follows no redirect, takes no proxy from the environment, ends
 * at one deadline and reads no endless answer. Its errors hold a code and no part of the request.
 */
export function exchangeFetch({ baseUrl, attemptMs, callsMax }: ExchangeOptions) {
  const { origin } = new URL(baseUrl);
  const http = new HttpExchange({ baseUrl: origin, connectionsMax: callsMax, allowsHttp2: true, answerBytesMax });

  async function fetch(address: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const { pathname, search } = new URL(address instanceof Request ? address.url : address);
    const { status, headers, text } = await http.request({
      method: 'POST',
      path: pathname + search,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
      ...(init.signal ? { signal: init.signal } : {}),
      deadlineMs: attemptMs,
    });
    const kept = ['content-type', 'retry-after'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as [string, string]] : [];
    });
    return new Response(text === '' ? null : text, { status, headers: kept });
  }

  return { fetch, close: () => http.close() };
}
