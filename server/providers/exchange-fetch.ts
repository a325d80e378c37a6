import { HttpExchange, type HttpExchangeOptions, type HttpRequest } from './http-exchange.ts';

type ExchangeOptions = Omit<HttpExchangeOptions, 'ca'> & Pick<HttpRequest, 'deadlineMs'>;

/** The headers of an answer that the vendors' clients read. */
const readHeaders = ['content-type', 'retry-after', 'request-id', 'idempotent-replayed', 'stripe-should-retry'];

/**
 * A `fetch` for a vendor's client over our own exchange: it follows no redirect, takes no proxy from the environment, ends
 * at one deadline and reads no endless answer. Its errors hold a code and no part of the request.
 */
export function exchangeFetch({ baseUrl, deadlineMs, ...options }: ExchangeOptions) {
  const { origin } = new URL(baseUrl);
  const http = new HttpExchange({ ...options, baseUrl: origin });

  async function fetch(address: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const { pathname, search } = new URL(address instanceof Request ? address.url : address);
    const { status, headers, text } = await http.request({
      method: methodOf(init),
      path: pathname + search,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
      ...(init.signal ? { signal: init.signal } : {}),
      deadlineMs,
    });
    const kept = readHeaders.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as [string, string]] : [];
    });
    return new Response(text === '' ? null : text, { status, headers: kept });
  }

  return { fetch, close: () => http.close() };
}

function methodOf({ method }: RequestInit): HttpRequest['method'] {
  if (method === 'GET' || method === 'POST' || method === 'DELETE') return method;
  throw new TypeError('a method that no client of ours uses');
}
