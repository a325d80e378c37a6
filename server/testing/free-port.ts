import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports: from 32768 on Linux, from 49152 by RFC 6335. Above the last port that `fetch` and browsers
 * refuse to call, 10080 (https://fetch.spec.whatwg.org/#port-blocking).
 */
const first = 10_081;
const last = 30_000;

/**
 * A free TCP port on loopback, for servers that must know their port before they listen, or that stop listening for a
 * while. The system does not assign it to another program, and no other test, of this run or of another one on this
 * machine, draws it until this process ends.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, last);
    if ((await isClaimed(port)) && (await isUnused(port))) return port;
  }
}

/**
 * Claims a TCP port by its UDP namesake, which no server needs: the claim is exclusive between processes, and the system
 * drops it when this one ends, however it ends.
 */
async function isClaimed(port: number): Promise<boolean> {
  const claim = createSocket('udp4').unref();
  claim.bind({ port, address: '127.0.0.1', exclusive: true });
  try {
    await once(claim, 'listening');
    return true;
  } catch {
    return false; // another test has it
  }
}

async function isUnused(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false; // it is in use
  }
  server.close();
  await once(server, 'close');
  return true;
}
