import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

import { freePort } from './free-port.ts';

/** A proxy of the database that can be closed and frozen, to simulate an outage. */
export type DatabaseGate = AsyncDisposable & {
  /** The database's URL through the gate. */
  readonly url: string;
  /** Connections break, new ones are refused. */
  shut(): Promise<void>;
  /** The same address works again. */
  open(): Promise<void>;
  /** Connections stay open and new ones are accepted, but no data passes: a hung server, as under SIGSTOP. */
  freeze(): void;
  thaw(): void;
  /** From now on data passes this much later in either direction: a slow network, or a starved process. */
  slow(ms: number): void;
  /** How many connections pass. */
  readonly connections: number;
};

/** Starts a gate in front of the database at `url`. */
export async function gateBefore(url: string): Promise<DatabaseGate> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let lateMs = 0;
  const later = (): Transform =>
    new Transform({
      transform(chunk, _encoding, pass) {
        if (lateMs === 0) pass(null, chunk);
        else setTimeout(pass, lateMs, null, chunk);
      },
    });
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(later()).pipe(to);
      if (isFrozen) from.pause();
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  // Claimed, so that no other server gets it while the gate is shut.
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const gated = new URL(url);
  gated.hostname = '127.0.0.1';
  gated.port = String(port);

  async function shut(): Promise<void> {
    if (!server.listening) return;
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  }
  return {
    url: gated.href,
    shut,
    async open() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    slow(ms) {
      lateMs = ms;
    },
    get connections() {
      return sockets.size / 2;
    },
    [Symbol.asyncDispose]: shut,
  };
}
