import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

import { freePort } from '#server/testing/free-port.ts';
import { until } from '#server/testing/until.ts';

import { describeMachine, processorMs } from './load/machine.ts';
import { startSandboxProcess } from './load/sandbox-process.ts';
import { inTurns, printTable } from './load/turns.ts';
import { authToken, phoneAt, serviceNumber } from './load/webhooks.ts';
import type { Bench } from './measure.ts';

const texts = Number(process.env['SANDBOX_TEXTS'] ?? 2000);
const account = `AC${'0'.repeat(32)}`;
const authorization = `Basic ${Buffer.from(`${account}:${authToken}`).toString('base64')}`;

/**
 * How many texts a second the sandbox can play, with an empty product: for each text it calls the webhook, answers as the
 * model, accepts the answer and sends three delivery reports. No bench of the product can show more. `SANDBOX_TEXTS` (2000)
 * come as fast as the sandbox sends them.
 */
export const bench: Bench = async () => {
  console.log(describeMachine());
  const medians = await inTurns<'perSecond' | 'processorMs'>({ sandbox: measure });
  const { perSecond = Number.NaN, processorMs: each = Number.NaN } = medians['sandbox'] ?? {};
  printTable(
    ['the sandbox, with an empty product', 'texts/s', 'processor ms a text'],
    [['one process', perSecond, each]],
  );
  return [
    { what: 'texts that the sandbox plays', value: perSecond, unit: 'texts/s' },
    { what: 'processor time of the sandbox', value: each, unit: 'ms a text' },
  ];
};

async function measure() {
  await using product = await startEmptyProduct();
  const port = await freePort();
  await using sandbox = await startSandboxProcess({ port, productUrl: product.url, isPinned: true });
  product.useSandbox(`http://127.0.0.1:${port}`);
  const [beganAt, began] = [performance.now(), processorMs(sandbox.pid)];
  const from = Array.from({ length: texts }, (_, nth) => phoneAt(nth));
  const body = JSON.stringify({ to: serviceNumber, body: 'who painted the night watch?', from, perSecond: 10_000 });
  const headers = { 'content-type': 'application/json' };
  await fetch(`http://127.0.0.1:${port}/sandbox/phones/messages`, { method: 'POST', headers, body });
  await until('all delivery reports', () => product.reports() >= 3 * texts, { timeoutMs: 120_000 });
  return {
    perSecond: (texts * 1000) / (performance.now() - beganAt),
    processorMs: (processorMs(sandbox.pid) - began) / texts,
  };
}

/** Acknowledges each webhook, asks the model and sends the answer, without storing anything. */
async function startEmptyProduct() {
  const agent = new http.Agent({ keepAlive: true });
  let sandboxUrl = '';
  let reports = 0;

  async function call(path: string, body: string, headers: Record<string, string>): Promise<void> {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const request = http.request(sandboxUrl + path, { method: 'POST', agent, headers: { ...headers, ...length } });
    request.end(body);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    await readText(response);
  }
  async function answer(form: URLSearchParams): Promise<void> {
    const question = { model: 'perplexity/sonar', input: form.get('Body'), instructions: 'x'.repeat(600) };
    const asJson = { 'content-type': 'application/json', authorization: 'Bearer sandbox_perplexity_key' };
    await call('/v1/responses', JSON.stringify(question), asJson);
    const reply = { To: form.get('From') ?? '', From: serviceNumber, Body: 'Rembrandt, in 1642.', StatusCallback: url };
    const asForm = { 'content-type': 'application/x-www-form-urlencoded', authorization };
    await call(`/2010-04-01/Accounts/${account}/Messages.json`, new URLSearchParams(reply).toString(), asForm);
  }

  const server = http.createServer((request, response) => {
    void (async () => {
      const body = await readText(request);
      response.writeHead(200, { 'content-type': 'text/xml' }).end('<Response/>');
      if (request.url?.endsWith('/messages') === true) await answer(new URLSearchParams(body));
      else reports += 1;
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    reports: () => reports,
    useSandbox(address: string) {
      sandboxUrl = address;
    },
    async [Symbol.asyncDispose]() {
      agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
