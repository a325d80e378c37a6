import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** How to connect; kept in a file that only its owner may read. */
export type Connection = {
  readonly port: number;
  /** Database `askline` as its owner, which is no superuser: what the server needs. */
  readonly url: string;
  /** Database `postgres` as superuser: for operators and tests. */
  readonly adminUrl: string;
};

/** The owner of the product's database, and the database: both have this name. */
export const OWNER = 'askline';
export const SUPERUSER = 'postgres';

/** Below the range from which systems take ports for outgoing connections (Linux: 32768, others: 49152). */
const PORT_FIRST = 20_000;
const PORT_END = 32_000;

/** @returns null when there is none, or none that can be used */
export function readConnection(file: string): Connection | null {
  if (!existsSync(file)) return null;
  try {
    const { port, url, adminUrl } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Connection>;
    if (!port || !url || !adminUrl) return null;
    return { port, url, adminUrl };
  } catch {
    return null;
  }
}

/** New passwords, and a port that is free now. */
export async function newConnection(): Promise<Connection> {
  const port = await findFreePort();
  return {
    port,
    url: `postgres://${OWNER}:${newPassword()}@127.0.0.1:${port}/${OWNER}`,
    adminUrl: `postgres://${SUPERUSER}:${newPassword()}@127.0.0.1:${port}/postgres`,
  };
}

/** The same passwords at another port, if someone else has taken ours meanwhile. */
export async function atFreePort(connection: Connection): Promise<Connection> {
  if (await isFree(connection.port)) return connection;
  const port = await findFreePort();
  const move = (url: string): string => Object.assign(new URL(url), { port: String(port) }).href;
  return { port, url: move(connection.url), adminUrl: move(connection.adminUrl) };
}

/** The password inside one of the addresses. */
export function passwordOf(url: string): string {
  return decodeURIComponent(new URL(url).password);
}

/** Whole or not at all, and never readable by others, not even for a moment. */
export function writePrivate(file: string, value: unknown): void {
  const half = `${file}.half`;
  rmSync(half, { force: true });
  writeFileSync(half, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(half, file);
}

function newPassword(): string {
  return randomBytes(24).toString('hex');
}

async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(PORT_FIRST, PORT_END);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${PORT_FIRST} and ${PORT_END} for PostgreSQL.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
