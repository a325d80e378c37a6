import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports: from 32768 on Linux, from 49152 by RFC 6335. */
const first = 10_000;
const last = 30_000;

/**
 * A free TCP port on loopback, for servers that must know their port before they listen. The system does not assign it to
 * another program meanwhile, and concurrent tests draw different ones.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, last);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue; // it is in use
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
