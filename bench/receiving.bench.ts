import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { freePort } from '#server/testing/free-port.ts';

import { type LoadFixture, startLoadFixture } from './load/fixture.ts';
import { describeMachine, pin } from './load/machine.ts';
import { installPeers, type Peer } from './load/peers.ts';
import { type Redis, startRedis } from './load/redis.ts';
import { runWebhooks, type WebhookLoadResult } from './load/run-webhooks.ts';
import { inTurns, printTable } from './load/turns.ts';
import type { Bench, Measure } from './measure.ts';

/** Seconds that count in each run; as many again before them warm up. */
const seconds = Number(process.env['RECEIVING_SECONDS'] ?? 5);
/**
 * At 3,000 texts a second each of them asks six times: a seventh answer would wait (server/texting/rules/fair-use.ts).
 */
const subscribers = 1000 * seconds;
/**
 * The least share of the product's texts that must be accepted: dropped ones do not compare with texts that the peers
 * store.
 */
const acceptedMin = 0.99;
/** Connections, and extra ms for each commit. */
const loads = [
  { connections: 64, commitMs: 0 },
  { connections: 20, commitMs: 5 },
  { connections: 20, commitMs: 10 },
  { connections: 20, commitMs: 30 },
] as const;

type Run = { readonly postgresUrl: string; readonly connections: number; readonly commitMs: number };

/**
 * How many texts a second are received: signature checked, durable, acknowledged. The product next to a handler
 * that inserts one row, and next to queues behind the leanest handler, on the same PostgreSQL and with the same client.
 * Each text is a question that its phone has not asked yet.
 * `RECEIVING_SECONDS` (5) and `BENCH_TURNS` (3) are the length and number of runs, `RECEIVING_LOADS` (1,2,3,4) which loads.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  await installPeers();
  await using stack = new AsyncDisposableStack();
  const redis = await startRedis();
  if (redis) stack.use(redis);
  else console.log('BullMQ is left out: there is no redis-server on this machine.');
  const asked = new Set((process.env['RECEIVING_LOADS'] ?? '1,2,3,4').split(',').map((nth) => Number(nth) - 1));
  const measures: Measure[] = [];
  for (const [nth, load] of loads.entries()) {
    if (asked.has(nth)) measures.push(...(await compare({ postgresUrl, ...load }, nth === 0 ? redis : null)));
  }
  return measures;
};

async function compare(run: Run, redis: Redis | null): Promise<Measure[]> {
  const { connections, commitMs } = run;
  const what = `${connections} connections, +${commitMs} ms a commit`;
  console.log(`\n${what}; ${describeMachine()}`);
  const medians = await inTurns<keyof WebhookLoadResult>({
    'product, ROLE=web': () => runProduct(run, 'web'),
    'product, ROLE=all': () => runProduct(run, 'all'),
    'insert, Fastify and twilio': () => runPeer(run, { PEER: 'insert', SERVER: 'fastify' }),
    'insert, node:http': () => runPeer(run, { PEER: 'insert' }),
    'pg-boss send': () => runPeer(run, { PEER: 'pg-boss' }),
    'graphile-worker addJob': () => runPeer(run, { PEER: 'graphile-worker' }),
    ...(redis
      ? { 'BullMQ add, appendfsync always': () => runPeer(run, { PEER: 'bullmq', REDIS_PORT: String(redis.port) }) }
      : {}),
  });
  const ours = medians['product, ROLE=web']?.perSecond ?? Number.NaN;
  printTable(
    [what, 'texts/s', 'ours / theirs', 'p50 ms', 'p95 ms', 'refused'],
    Object.entries(medians).map(([name, { perSecond, p50Ms, p95Ms, refused }]) => [
      name,
      perSecond,
      ours / perSecond,
      p50Ms,
      p95Ms,
      refused,
    ]),
  );
  return Object.entries(medians).map(([name, { perSecond }]) => ({
    what: `${connections} at +${commitMs} ms: ${name}`,
    value: perSecond,
    unit: 'texts/s',
  }));
}

/** `web` only receives, as the peers do; `all` answers meanwhile, with a model that takes 2 s. */
async function runProduct({ postgresUrl, connections, commitMs }: Run, role: 'web' | 'all') {
  await using stack = new AsyncDisposableStack();
  const fixture = stack.use(await startLoadFixture({ postgresUrl, commitMs }));
  await fixture.subscribers(subscribers);
  await fixture.control('PUT', '/sandbox/faults', { perplexity: { latencyMs: 2000 } });
  stack.use(await fixture.product({ ROLE: role }));
  const result = await load(fixture.publicUrl, connections);
  await requireQuestions(fixture);
  return result;
}

/** Peers store every text. One that the product drops, such as a repetition, costs it less than a question. */
async function requireQuestions({ pool }: LoadFixture): Promise<void> {
  const { rows } = await pool.query<{ texts: number; share: number }>(
    `select count(*)::float8 as texts, avg(accepted::int)::float8 as share from inbound_texts`,
  );
  const { texts = 0, share = 0 } = rows[0] ?? {};
  const percent = (share * 100).toFixed(2);
  console.log(`${percent} % of ${texts.toLocaleString('en')} texts were accepted as questions`);
  if (share < acceptedMin) throw new Error(`only ${percent} % of the texts were accepted as questions`);
}

type PeerSettings = { readonly PEER: Peer; readonly SERVER?: 'fastify'; readonly REDIS_PORT?: string };

async function runPeer({ postgresUrl, connections, commitMs }: Run, settings: PeerSettings) {
  await using fixture = await startLoadFixture({ postgresUrl, commitMs });
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load/peer-main.ts')], {
    env: {
      PATH: process.env['PATH'],
      ...settings,
      PORT: String(port),
      DATABASE_URL: fixture.databaseUrl,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  await Promise.race([once(child, 'message'), exited]);
  if (child.exitCode !== null) throw new Error(`${settings.PEER} ended with ${child.exitCode}`);
  pin(child.pid, 'product');
  const result = await load(`http://127.0.0.1:${port}`, connections);
  child.kill('SIGKILL');
  await exited;
  return result;
}

function load(address: string, connections: number): Promise<WebhookLoadResult> {
  return runWebhooks({
    url: `${address}/webhooks/twilio/messages`,
    connections,
    warmUpMs: seconds * 1000,
    forMs: seconds * 1000,
    firstPhone: 0,
    phones: subscribers,
  });
}
