import { askAgain } from './ask-again.ts';
import type { TestApp } from './test-app.ts';
import { type Answer, randomAddress } from './visitor.ts';

/** Makes calls like a browser at its own address, by default with the right bearer token. */
export function operator(app: TestApp, address = randomAddress()) {
  return async function call(
    method: 'GET' | 'POST',
    path: string,
    { body, token = app.product.deps.config.secrets.adminPassword! }: { body?: unknown; token?: string | null } = {},
  ): Promise<Answer> {
    const response = await askAgain(() =>
      fetch(app.url + path, {
        method,
        headers: {
          'x-forwarded-for': address,
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
}
