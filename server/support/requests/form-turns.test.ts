import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';

import { expect } from 'vitest';

import { askAgain } from '#server/testing/ask-again.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { randomAddress, visitor } from '#server/testing/visitor.ts';

type Path = '/api/contact' | '/api/support';
const fields = { name: 'Sam Zebra', email: 'sam@askline.example', subject: 'Bug Found', message: 'Stripes are gone.' };

/** Sends a form that is a complete message but not a complete ticket. */
async function post(app: TestApp, path: Path, headers: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const from = { 'x-forwarded-for': randomAddress(), ...headers };
  const response = await askAgain(() => fetch(app.url + path, { method: 'POST', headers: from, body }));
  return { status: response.status, body: (await response.json()) as { readonly message: string } };
}

/** Begins a form and holds back the rest of it. @param refused gets the status of a reply */
function holdBack(app: TestApp, path: Path, headers: Record<string, string>, refused: number[] = []): ClientRequest {
  const type = 'multipart/form-data; boundary=x';
  const form = request(app.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': type, 'content-length': '9999' },
  });
  form.on('response', ({ statusCode }) => refused.push(statusCode ?? 0));
  form.on('error', () => undefined); // the test ends it
  form.write('--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nSam');
  return form;
}

/** Begins forms from an address until one is refused, which means that another is being read or waits for its turn. */
async function holdTurn(app: TestApp, address: string): Promise<ClientRequest[]> {
  const refused: number[] = [];
  const forms: ClientRequest[] = [];
  const begin = (): number => forms.push(holdBack(app, '/api/contact', { 'x-forwarded-for': address }, refused));
  begin();
  begin();
  await until('one of two forms to be refused', () => {
    // On a busy machine either may get a 503 instead.
    for (; refused.at(-1) === 503; refused.pop()) begin();
    return refused.includes(429);
  });
  return forms;
}

/** Signs up. @returns the cookies of the session */
async function join(app: TestApp): Promise<string> {
  const browser = visitor(app);
  await browser.join();
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** Collects requests whose headers reach a server of this process from now on. @param see is called with each */
function watchRequests(see?: (request: IncomingMessage) => void): Disposable & { readonly seen: IncomingMessage[] } {
  const channel = 'http.server.request.start';
  const seen: IncomingMessage[] = [];
  const listen = (message: unknown): void => {
    const { request: begun } = message as { readonly request: IncomingMessage };
    seen.push(begun);
    see?.(begun);
  };
  subscribe(channel, listen);
  return { seen, [Symbol.dispose]: () => unsubscribe(channel, listen) };
}

test('forms that one network holds back keep no one else from support', async ({ app }) => {
  const refused: number[] = [];
  const network = randomAddress().replace(/\d+$/, '');
  const held = [1, 2, 3, 4, 4, 5].map((n) =>
    holdBack(app, '/api/contact', { 'x-forwarded-for': `${network}${n}` }, refused),
  );
  await until('all but two to be refused', () => refused.length === held.length - 2);
  expect((await post(app, '/api/contact')).status).toBe(200);

  const cookies = [await join(app), await join(app)];
  for (let n = 0; n < 5; n += 1) {
    const headers = { 'x-forwarded-for': randomAddress(), cookie: cookies[0]! };
    held.push(holdBack(app, '/api/support', headers, refused));
  }
  await until('all but one ticket to be refused', () => refused.length === held.length - 3);
  expect(new Set(refused)).toEqual(new Set([429]));
  expect((await post(app, '/api/support', { cookie: cookies[1]! })).status).toBe(400);

  for (const form of held) form.destroy();
  // As soon as the server has noticed that they ended.
  let last = 9;
  await until('a message from there to be accepted', async () => {
    last += 1;
    return (await post(app, '/api/contact', { 'x-forwarded-for': `${network}${last}` })).status === 200;
  });
});

test('a form whose sender leaves while it waits for its turn takes none', async ({ app }) => {
  using requests = watchRequests();
  const holders: ClientRequest[] = [];
  for (let n = 0; n < 4; n += 1) holders.push(...(await holdTurn(app, randomAddress())));
  const leavers = [1, 2, 3, 4].map(() => randomAddress());
  const waiting: ClientRequest[] = [];
  for (const address of leavers) waiting.push(...(await holdTurn(app, address)));

  for (const form of waiting) form.destroy();
  await until('the server to know that they have left', () =>
    leavers.every((address) =>
      requests.seen.some(({ headers, destroyed }) => headers['x-forwarded-for'] === address && destroyed),
    ),
  );
  for (const form of holders) form.destroy();
  expect((await post(app, '/api/contact')).status).toBe(200);
  for (const address of leavers) {
    expect((await post(app, '/api/contact', { 'x-forwarded-for': address })).status).toBe(200);
  }
});

test('an account whose form broke off before it was read can send another', async ({ app }) => {
  const cookie = await join(app);
  const marked = ({ headers }: IncomingMessage): boolean => headers['x-breaks-off'] === 'yes';
  using requests = watchRequests((one) => {
    if (marked(one)) one.destroy();
  });
  holdBack(app, '/api/support', { cookie, 'x-breaks-off': 'yes' });
  await until('the form to break off', () => requests.seen.some(marked));
  // The first may come before the form that broke off; the others come after it.
  for (let n = 0; n < 3; n += 1) {
    await until('the account’s next form to be read', async () => {
      return (await post(app, '/api/support', { cookie })).status === 400;
    });
  }
});

test('a form that waits for another one of the same client says so, and not that there were several', async ({
  app,
}) => {
  const address = randomAddress();
  const held = await holdTurn(app, address);
  const refused = await post(app, '/api/contact', { 'x-forwarded-for': address });
  for (const form of held) form.destroy();
  expect(refused).toMatchObject({
    status: 429,
    body: { message: expect.stringMatching(/^Another message from you or your network is still being sent/) },
  });
});
