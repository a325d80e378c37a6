import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { Secret } from '#server/platform/secret.ts';
import type { Prompt } from '#server/providers/ports/answer-model.ts';
import { freePort } from '#server/testing/free-port.ts';

import { cognitoPool } from './cognito/identity-pool.ts';
import { openAiModel } from './openai/answer-model.ts';
import { perplexityModel } from './perplexity/answer-model.ts';
import { stripePayments } from './stripe/payments.ts';
import { twilioCarrier } from './twilio/carrier.ts';

type Elsewhere = AsyncDisposable & { readonly url: string; readonly asked: string[]; readonly reached: string[] };

/** A server that sends every request elsewhere, and the elsewhere, which notes what reaches it. */
async function startRedirect(status: number): Promise<Elsewhere> {
  const asked: string[] = [];
  const reached: string[] = [];
  const other = createServer((request, response) => {
    reached.push(request.url ?? '');
    request.resume().once('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  }).listen(await freePort(), '127.0.0.1');
  await once(other, 'listening');
  const target = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    request.resume().once('end', () => response.writeHead(status, { location: `${target}${request.url}` }).end());
  }).listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    reached,
    async [Symbol.asyncDispose]() {
      for (const one of [server, other]) {
        one.closeAllConnections();
        one.close();
        await once(one, 'close');
      }
    },
  };
}

function prompt(): Prompt {
  const place = { city: null, region: null, timeZone: null };
  return { instructions: 'Answer.', earlier: [], input: new Secret('a question'), place };
}

/** No call should run into it, although the vendor's package is loaded within it. */
const limitMs = 60_000;

const calls: Readonly<Record<string, (baseUrl: string) => Promise<unknown>>> = {
  'the model': (baseUrl) => {
    const model = perplexityModel({ apiKey: 'key', baseUrl, model: 'perplexity/sonar', attemptMs: limitMs });
    return model.ask(prompt(), AbortSignal.timeout(limitMs));
  },
  'the second model': (baseUrl) => {
    const model = openAiModel({ apiKey: 'key', baseUrl: `${baseUrl}/v1`, model: 'gpt-5.4-mini', attemptMs: limitMs });
    return model.ask(prompt(), AbortSignal.timeout(limitMs));
  },
  payments: (baseUrl) => {
    const payments = stripePayments({
      secretKey: 'sk_test_key',
      webhookSecrets: ['whsec_one'],
      baseUrl,
      planIds: ['monthly'],
      priceIds: null,
      portalConfiguration: null,
      log: createLog('silent').log,
    });
    return payments.createCustomer({ userId: 'user-1', name: 'Ann', email: 'ann@askline.example', key: 'user-1' });
  },
  'the identity service': (baseUrl) =>
    cognitoPool({
      userPoolId: 'us-east-1_Sandbox00',
      clientId: 'client',
      region: 'us-east-1',
      endpoint: baseUrl,
      credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'test' },
    }).find('ann@askline.example'),
  'the carrier': async (baseUrl) => {
    const carrier = twilioCarrier({
      accountSid: `AC${'0'.repeat(32)}`,
      authToken: 'token',
      apiKey: null,
      messagingServiceSid: null,
      baseUrl,
      statusUrl: 'https://askline.example/status',
      deadlineMs: limitMs,
      segmentsPerSecond: 0,
    });
    try {
      return await carrier.fetch(`SM${'0'.repeat(32)}`);
    } finally {
      carrier.close();
    }
  },
};

test.each(Object.keys(calls).flatMap((name) => [301, 302, 307, 308].map((status) => [name, status] as const)))(
  'what is meant for %s goes nowhere else, whatever a %d says',
  async (name, status) => {
    await using server = await startRedirect(status);
    await expect(calls[name]?.(server.url)).rejects.toThrow(
      /unavailable|rejected|unknown|carrier|identity|payments|model/,
    );
    expect(server.asked.length).toBeGreaterThan(0);
    expect(server.reached).toEqual([]);
  },
);
