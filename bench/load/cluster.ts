import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

import pg from 'pg';

import { chooseUser } from '#embedded/system-user.ts';
import { until } from '#server/testing/until.ts';

import { type ClusterNode, clusterNode } from './cluster-node.ts';
import { giveTo, postgresBin, spawnService, systemPath } from './spawn-service.ts';

/** The files of `deploy/high-availability/` at work on this machine: three etcd, three Patroni, HAProxy. */
export type Cluster = AsyncDisposable & {
  readonly nodes: readonly ClusterNode[];
  /** The database of the product, through HAProxy. */
  readonly url: string;
  /** The same database on one node, bypassing HAProxy. */
  urlAt(node: ClusterNode): string;
  /** The node that leads and accepts commits, if it is not `old`. */
  leaderInsteadOf(old: ClusterNode): Promise<ClusterNode | null>;
  /** Waits until one node leads, one is its synchronous standby, and the third follows. @returns the leader */
  untilWhole(): Promise<ClusterNode>;
};

const names = ['one', 'two', 'three'] as const;
const files = join(import.meta.dirname, '../../deploy/high-availability');
const password = 'a-password-of-the-bench';
/** A node that was rewound or copied again has this long to follow. */
const wholeMaxMs = 180_000;

/** The programs that this machine lacks: Debian's packages patroni, etcd-server, haproxy and postgresql. */
export function missingPrograms(): string[] {
  const env = { PATH: systemPath };
  const missing = ['patroni', 'etcd', 'haproxy'].filter((one) => spawnSync(one, ['--version'], { env }).error);
  return postgresBin() === null ? [...missing, 'postgresql'] : missing;
}

/**
 * Starts the cluster on addresses of loopback that no other run uses, and creates the role and the database `askline`.
 * Only addresses and folders of the files are replaced.
 * @param folder for data and logs; every account must be able to enter it
 */
export async function startCluster(folder: string): Promise<Cluster> {
  const stack = new AsyncDisposableStack();
  const data = join(folder, 'cluster');
  mkdirSync(data);
  const user = chooseUser(data);
  giveTo(user, data);
  const network = `127.${1 + (process.pid % 250)}.${Math.floor(process.pid / 250) % 250}.`;
  const adapt = (file: string): string =>
    readFileSync(join(files, file), 'utf8')
      .replaceAll('127.0.0.1:5000', `${network}1:5000`)
      .replaceAll('10.0.0.', network)
      .replaceAll('/var/lib/postgresql', data)
      .replaceAll('/var/lib/etcd', data)
      .replaceAll('/usr/lib/postgresql/15/bin', postgresBin() ?? '')
      .replace('log stdout format raw local0', '')
      .replaceAll(/^ *(?:user|group|chroot) .*$/gm, '');

  const addressOf = (nth: number): string => `${network}1${nth + 1}`;
  for (const [nth, name] of names.entries()) {
    const env = parseEnv(adapt('etcd.env').replaceAll(/^(ETCD_NAME|.*_URLS)=.*$/gm, forNode(addressOf(nth), name)));
    const place = { ETCD_DATA_DIR: join(data, `etcd-${name}`) };
    stack.use(spawnService(['etcd'], { env: { ...env, ...place }, user, log: join(data, `etcd-${name}.log`) }));
  }
  const nodes = names.map((name, nth) => {
    const env = parseEnv(
      adapt('node.env').replaceAll(/^(PATRONI_NAME|.*_(?:LISTEN|ADDRESS))=.*$/gm, forNode(addressOf(nth), name)),
    );
    const passwords = Object.fromEntries(
      Object.keys(env)
        .filter((key) => key.endsWith('_PASSWORD'))
        .map((key) => [key, password]),
    );
    const home = join(data, name);
    mkdirSync(home);
    giveTo(user, home);
    const config = join(home, 'patroni.yml');
    writeFileSync(config, adapt('patroni.yml').replace('/var/run/postgresql', home));
    const settings = { ...env, ...passwords, PATRONI_POSTGRESQL_PGPASS: join(home, 'pgpass') } as Record<
      string,
      string
    >;
    return clusterNode({ name, address: addressOf(nth), config, env: settings, folder: home, user });
  });
  stack.defer(() => {
    for (const node of nodes) node.signalAll('SIGKILL');
  });
  const haproxy = join(data, 'haproxy.cfg');
  writeFileSync(haproxy, adapt('haproxy.cfg'));

  const urlOf = (host: string, database: string, role: string): string =>
    `postgresql://${role}:${password}@${host}/${database}`;
  const cluster: Cluster = {
    nodes,
    url: urlOf(`${network}1:5000`, 'askline', 'askline'),
    urlAt: ({ address }) => urlOf(`${address}:5432`, 'askline', 'askline'),
    async leaderInsteadOf(old) {
      const leader = leaderOf(await look(nodes), nodes);
      if (leader === null || leader === old) return null;
      // It has the lock before it is promoted.
      const response = await fetch(`http://${leader.address}:8008/primary`).catch(() => null);
      return response?.ok === true ? leader : null;
    },
    async untilWhole() {
      const isWhole = async (): Promise<boolean> => {
        const seen = await look(nodes);
        const roles = seen.filter(({ state }) => state === 'running' || state === 'streaming').map(({ role }) => role);
        return roles.toSorted().join() === 'leader,replica,sync_standby';
      };
      await until('three nodes, one of them a synchronous standby', isWhole, {
        timeoutMs: wholeMaxMs,
        explain: async () => JSON.stringify(await look(nodes)),
      });
      return until('a leader', async () => leaderOf(await look(nodes), nodes));
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
  try {
    for (const node of nodes) node.start();
    await cluster.untilWhole();
    stack.use(spawnService(['haproxy', '-db', '-f', haproxy], { user: null, log: join(data, 'haproxy.log') }));
    await createDatabase(urlOf(`${network}1:5000`, 'postgres', 'postgres'));
    return cluster;
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

/** The state of all nodes, as the first one that answers reports it (`GET /cluster` of Patroni's REST API). */
type Member = { readonly name: string; readonly role: string; readonly state: string };

async function look(nodes: readonly ClusterNode[]): Promise<Member[]> {
  const asked = nodes.map(async ({ address }) => {
    const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1000) });
    return ((await response.json()) as { members: Member[] }).members;
  });
  return Promise.any(asked).catch(() => []);
}

function leaderOf(seen: readonly Member[], nodes: readonly ClusterNode[]): ClusterNode | null {
  const { name } = seen.find(({ role }) => role === 'leader') ?? {};
  return nodes.find((node) => node.name === name) ?? null;
}

/** As in deploy/high-availability/README.md. Until its first checks HAProxy takes every server for the leader. */
async function createDatabase(url: string): Promise<void> {
  const connect = async (): Promise<pg.Client | null> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
      if (rows[0]?.standby === false) return client;
    } catch {
      // Refused, or cut off by HAProxy.
    }
    await client.end().catch(() => undefined);
    return null;
  };
  const client = await until('HAProxy to reach the leader', connect);
  await client.query(`create role askline login password '${password}'`);
  await client.query('create database askline owner askline');
  await client.end();
}

/** Replaces a line of an environment file for another node: its name, or its address in front of the same port. */
function forNode(address: string, node: string): (line: string, key: string) => string {
  return (line, key) => (key.endsWith('_NAME') ? `${key}=${node}` : line.replace(/127\.\d+\.\d+\.\d+/, address));
}
