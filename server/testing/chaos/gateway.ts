import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One public address before several processes. */
export type Gateway = AsyncDisposable & { readonly url: string };

/**
 * What stands before the processes in production: each connection goes to the next of them, and to another if that one
 * refuses. A frozen process takes connections and does not answer; that is the caller's problem, as it is out there.
 */
export async function startGateway(ports: readonly number[]): Promise<Gateway> {
  const sockets = new Set<Socket>();
  let turn = 0;

  function join(near: Socket, triesLeft: number): void {
    turn += 1;
    const far = connect(ports[turn % ports.length] ?? 0, '127.0.0.1');
    let isJoined = false;
    far.on('error', () => {
      if (!isJoined && triesLeft > 1) join(near, triesLeft - 1);
      else near.destroy();
    });
    far.once('connect', () => {
      isJoined = true;
      sockets.add(far);
      near.pipe(far).pipe(near);
      near.once('close', () => far.destroy());
      far.once('close', () => {
        sockets.delete(far);
        near.destroy();
      });
    });
  }

  const server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => near.destroy());
    near.on('close', () => sockets.delete(near));
    join(near, ports.length);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
