import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems hand out by themselves: from 32768 on Linux, from 49152 by RFC 6335. */
const first = 10_000;
const last = 30_000;

/**
 * A TCP port on loopback that is free, for whoever must know it before listening. No one is given it meanwhile: not by
 * the system, and tests that run side by side each draw their own.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, last);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue; // somebody has it
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
