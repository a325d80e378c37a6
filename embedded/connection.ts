import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** How to connect; stored in a file that only its owner can read. */
export type Connection = {
  readonly port: number;
  /** Database `askline` as its owner, not a superuser: for the server. */
  readonly url: string;
  /** Database `postgres` as superuser: for operators and tests. */
  readonly adminUrl: string;
};

/** The name of the product's database and of the role that owns it. */
export const OWNER = 'askline';
export const SUPERUSER = 'postgres';

/** Below the ephemeral ports (Linux: from 32768, others: from 49152). */
const PORT_FIRST = 20_000;
const PORT_END = 32_000;

/** @returns null when the file is missing or invalid */
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

/** Generates passwords and finds a free port. */
export async function newConnection(): Promise<Connection> {
  const port = await findFreePort();
  return {
    port,
    url: `postgres://${OWNER}:${newPassword()}@127.0.0.1:${port}/${OWNER}`,
    adminUrl: `postgres://${SUPERUSER}:${newPassword()}@127.0.0.1:${port}/postgres`,
  };
}

/** Keeps the passwords; changes the port if another program has taken it. */
export async function atFreePort(connection: Connection): Promise<Connection> {
  if (await isFree(connection.port)) return connection;
  const port = await findFreePort();
  const move = (url: string): string => Object.assign(new URL(url), { port: String(port) }).href;
  return { port, url: move(connection.url), adminUrl: move(connection.adminUrl) };
}

/** The password in a connection URL. */
export function passwordOf(url: string): string {
  return decodeURIComponent(new URL(url).password);
}

/** Writes the file atomically; other accounts can read it at no time. */
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
