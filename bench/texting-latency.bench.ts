import { serviceNumbers, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import type { Bench } from './measure.ts';

const TEXTS = 200;
const WARM_UP = 20;

type Ledger = { readonly messages: readonly { readonly to: string; readonly createdAt: string }[] };

/** Time from a text's arrival at the carrier to the creation of the answer there, with an instant model. */
export const bench: Bench = async ({ postgresUrl }) => {
  await using it = await startTestApp({ postgresUrl, sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' } });
  const times: number[] = [];
  for (let nth = 0; nth < WARM_UP + TEXTS; nth += 1) {
    const ms = await timeOne(it);
    if (nth >= WARM_UP) times.push(ms);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return [
    { what: 'texts, sequentially', value: TEXTS, unit: 'texts' },
    { what: 'text in to answer created, p50', value: percentile(0.5), unit: 'ms' },
    { what: 'text in to answer created, p95', value: percentile(0.95), unit: 'ms' },
  ];
};

async function timeOne(it: TestApp): Promise<number> {
  const phone = it.phone();
  await it.subscriber(phone);
  const sentAt = Date.now();
  const path = `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
  await it.sandbox('POST', path, { to: serviceNumbers[0], body: 'who painted the night watch' });
  const answer = await until('the answer', async () => {
    const ledger = await it.sandbox<Ledger>('GET', '/sandbox/twilio/ledger?direction=outbound-api');
    return ledger.messages.find(({ to }) => to === phone);
  });
  return Date.parse(answer.createdAt) - sentAt;
}
