import { createHash } from 'node:crypto';

import pg from 'pg';

import { overviewRanges } from '#contract/admin-overview.ts';
import { buildLateIndexes } from '#server/db/late-indexes.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

import { fillDataset, dataset } from './admin-dataset.ts';
import type { Bench, Measure } from './measure.ts';

/** Limit of every call of the admin area, in ms. */
const atMost = 300;
const rounds = 20;

/**
 * Response times of the admin calls with a million texts and 100,000 users. The limit applies to the 90th percentile: the
 * slowest call depends on other load of the machine.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  await using app = await startTestApp({ postgresUrl });
  const began = performance.now();
  const client = new pg.Client({ connectionString: app.product.deps.config.database.url });
  await client.connect();
  await fillDataset(client);
  await client.end();
  await buildLateIndexes(app.product.deps.db, app.product.deps.config.database.url);
  console.log(
    `  ${dataset.texts} texts, ${dataset.users} users in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );

  const measures: Measure[] = [];
  for (const [what, call] of Object.entries(adminCalls(app))) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const from = performance.now();
      await call(round);
      times.push(performance.now() - from);
    }
    times.sort((a, b) => a - b);
    const at = (share: number): number => times[Math.ceil(rounds * share) - 1] ?? 0;
    measures.push({ what: `${what}, median`, value: at(0.5), unit: 'ms' });
    measures.push({ what: `${what}, nine of ten`, value: at(0.9), unit: 'ms', atMost });
    measures.push({ what: `${what}, slowest of ${rounds}`, value: at(1), unit: 'ms' });
  }
  return measures;
};

type Call = (round: number) => Promise<void>;

function adminCalls(app: TestApp): Record<string, Call> {
  const token = app.product.deps.config.secrets.adminPassword ?? '';

  async function call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<void> {
    const response = await fetch(app.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  }
  const user = (round: number): number => 1 + round * 5003;
  const overviews = Object.keys(overviewRanges).map((range) => {
    const read: Call = () => call('GET', `/api/admin/overview?range=${range}`);
    return [`overview of a${range === 'hour' ? 'n' : ''} ${range}`, read] as const;
  });
  return {
    'auth-check': () => call('GET', `/api/admin/auth-check?token=${encodeURIComponent(token)}`),
    monitoring: () => call('GET', '/api/admin/monitoring'),
    status: () => call('GET', '/api/admin/status'),
    money: () => call('GET', '/api/admin/money'),
    worklist: () => call('GET', '/api/admin/worklist'),
    'failures of a day': () => call('GET', '/api/admin/failures?range=day'),
    'failures of a year': () => call('GET', '/api/admin/failures?range=year'),
    ...Object.fromEntries(overviews),
    features: () => call('GET', '/api/admin/features'),
    toggle: (round) =>
      call('POST', '/api/admin/monitoring/toggle', { feature: 'performance', enabled: round % 2 === 0 }),
    'force sync': () => call('POST', '/api/admin/db-fallback/sync', {}),
    'find a user by email': (round) =>
      call('POST', '/api/admin/find-user', { query: `USER${user(round)}@askline.example` }),
    'find a user by phone': (round) =>
      call('POST', '/api/admin/find-user', { query: `+1312${2_000_000 + user(round)}` }),
    'a text by the carrier’s id': (round) => call('GET', `/api/admin/texts/${sidOf(1 + round * 50_000)}`),
    'a text by our answer’s id': (round) => call('GET', `/api/admin/texts/${sidOf(1_000_000_001 + round * 50_000)}`),
    'a text by our own id': (round) => call('GET', `/api/admin/texts/${uuidOf(`send${1 + round * 50_000}`)}`),
    'opt out by hand': (round) => call('POST', '/api/admin/opt-out', { phoneNumber: `+1312${2_000_001 + round}` }),
    audit: () => call('GET', '/api/admin/audit'),
  };
}

/** The ids of the dataset. */
function sidOf(n: number): string {
  return `SM${n.toString(16).padStart(32, '0')}`;
}

function uuidOf(text: string): string {
  const hex = createHash('md5').update(text).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
