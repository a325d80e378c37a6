import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type Server, type Socket, createServer } from 'node:net';

import type { FromSupervisor } from './control-protocol.ts';
import { readLines, writeLine } from './line-reader.ts';

const HELLO_MS = 5000;
const CONNECTIONS_MAX = 64;

/** The current owners of the database, and messages to them. */
export type ControlServer = {
  readonly port: number;
  readonly token: string;
  /** Sends the state to every current and later owner. */
  readonly tell: (message: FromSupervisor) => void;
  /** Shutdown has begun: rejects new owners, which find or start a successor. */
  readonly turnAway: () => void;
  readonly isOwned: () => boolean;
  readonly close: () => void;
};

type Handlers = {
  /** The last owner disconnected without a release, as when it is killed. */
  readonly onDeserted: () => void;
  readonly onOwned: () => void;
  /** The last owner asked to stop. It receives messages until the end. */
  readonly onReleased: () => void;
};

/** Listens on loopback for owners, which send the token first. */
export async function serveControl(handlers: Handlers): Promise<ControlServer> {
  const token = randomBytes(32).toString('hex');
  const owners = new Set<Socket>();
  const leaving = new Set<Socket>();
  let current: FromSupervisor = { state: 'preparing' };

  function admit(socket: Socket): void {
    owners.add(socket);
    writeLine(socket, current);
    handlers.onOwned();
  }
  function release(socket: Socket): void {
    owners.delete(socket);
    if (owners.size > 0) {
      writeLine(socket, { state: 'kept' } satisfies FromSupervisor);
      socket.end();
      return;
    }
    leaving.add(socket);
    handlers.onReleased();
  }

  let isEnding = false;
  const server = createServer((socket) => {
    const timer = setTimeout(() => socket.destroy(), HELLO_MS);
    readLines(socket, (value) => {
      if (owners.has(socket) && isRelease(value)) return release(socket);
      if (owners.has(socket) || leaving.has(socket)) return;
      if (isEnding || !hasToken(value, token)) return socket.destroy();
      clearTimeout(timer);
      admit(socket);
    });
    socket.once('close', () => {
      clearTimeout(timer);
      leaving.delete(socket);
      if (owners.delete(socket) && owners.size === 0) handlers.onDeserted();
    });
  });
  server.maxConnections = CONNECTIONS_MAX;
  const port = await listen(server);

  return {
    port,
    token,
    tell(message) {
      current = message;
      for (const socket of [...owners, ...leaving]) writeLine(socket, message);
    },
    isOwned: () => owners.size > 0,
    turnAway() {
      isEnding = true;
    },
    close() {
      server.close();
      for (const socket of [...owners, ...leaving]) socket.end();
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address && typeof address === 'object') resolve(address.port);
    });
  });
}

function isRelease(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'release' in value && value.release === true;
}

function hasToken(value: unknown, token: string): boolean {
  if (typeof value !== 'object' || value === null || !('token' in value)) return false;
  if (typeof value.token !== 'string' || value.token.length !== token.length) return false;
  return timingSafeEqual(Buffer.from(value.token), Buffer.from(token));
}
