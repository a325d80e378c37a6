import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One public address in front of several processes. */
export type Gateway = AsyncDisposable & { readonly url: string };

/**
 * A round-robin TCP load balancer, as in production: a connection that one process refuses goes to the next. A frozen
 * process accepts connections and does not answer; the caller has to cope, as in production.
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
