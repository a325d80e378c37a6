import { createRequire } from 'node:module';
import { join } from 'node:path';

import pg from 'pg';
import { PgBoss } from 'pg-boss';

import { isInstalled } from '../../scripts/bootstrap/installed.mjs';
import { npm } from '../../scripts/bootstrap/run.mjs';

/** How a text is stored: as one row, or as one job of a queue. */
const peers = ['insert', 'pg-boss', 'graphile-worker', 'bullmq'] as const;
export type Peer = (typeof peers)[number];

export type PeerText = { readonly sid: string; readonly from: string; readonly to: string };
/** Resolves once the text is durable. */
export type Store = (text: PeerText) => Promise<unknown>;
export type StoreAddresses = { readonly databaseUrl: string; readonly redisPort: number };

/** As many connections as the product has for texts by default (DATABASE_CONNECTIONS_MAX). */
const connectionsMax = 20;
/** The queues' packages, with their own lock file; pg-boss is a dependency of the product. */
const folder = join(import.meta.dirname, '../peers');

export function isPeer(name: string): name is Peer {
  return peers.some((peer) => peer === name);
}

/** Installs the queues that the product does not use. @throws Error if npm fails */
export async function installPeers(): Promise<void> {
  if (isInstalled(folder)) return;
  const code = await npm(folder, ['ci', '--ignore-scripts']);
  if (code !== 0) throw new Error(`The peers could not be installed: npm ci ended with ${code}.`);
}

/** Prepares a peer's tables and queue. Call `installPeers` first. */
export function openStore(peer: Peer, addresses: StoreAddresses): Promise<Store> {
  return stores[peer](addresses);
}

const stores: Readonly<Record<Peer, (addresses: StoreAddresses) => Promise<Store>>> = {
  async insert({ databaseUrl }) {
    const pool = openPool(databaseUrl);
    await pool.query(
      `create table if not exists peer_texts
        (sid text primary key, sender text not null, recipient text not null, received_at timestamptz not null)`,
    );
    const sql = 'insert into peer_texts values ($1, $2, $3, now()) on conflict do nothing';
    return ({ sid, from, to }) => pool.query({ name: 'insert', text: sql, values: [sid, from, to] });
  },
  async 'pg-boss'({ databaseUrl }) {
    const boss = new PgBoss({ connectionString: databaseUrl, max: connectionsMax, supervise: false, schedule: false });
    boss.on('error', (error) => console.error(error));
    await boss.start();
    await boss.createQueue('texts');
    return (text) => boss.send('texts', text);
  },
  async 'graphile-worker'({ databaseUrl }) {
    const { makeWorkerUtils } = peerPackage<GraphileWorker>('graphile-worker');
    const utils = await makeWorkerUtils({ pgPool: openPool(databaseUrl) });
    await utils.migrate();
    return (text) => utils.addJob('text', text);
  },
  async bullmq({ redisPort }) {
    const { Queue } = peerPackage<BullMq>('bullmq');
    const queue = new Queue('texts', { connection: { host: '127.0.0.1', port: redisPort } });
    await queue.waitUntilReady();
    return (text) => queue.add('text', text);
  },
};

function openPool(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connectionsMax });
  pool.on('error', (error) => console.error(error.message));
  return pool;
}

/** What the bench calls of these packages, which are not in the project's own node_modules. */
type GraphileWorker = {
  readonly makeWorkerUtils: (options: { pgPool: pg.Pool }) => Promise<{
    readonly migrate: () => Promise<void>;
    readonly addJob: (task: string, payload: object) => Promise<unknown>;
  }>;
};
type BullMq = {
  readonly Queue: new (
    name: string,
    options: { connection: { host: string; port: number } },
  ) => { waitUntilReady(): Promise<unknown>; add(name: string, data: object): Promise<unknown> };
};

function peerPackage<Package>(name: string): Package {
  return createRequire(join(folder, 'package.json'))(name) as Package;
}
