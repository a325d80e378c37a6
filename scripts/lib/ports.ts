import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Time for a stopping server to close its port. */
const PATIENCE_MS = 2000;

/** A service that needs a port, and the setting that changes it. */
export type PortRequest = {
  readonly what: string;
  readonly host: string;
  readonly port: number;
  readonly setting: string;
};

/** @throws with a message for the operator if the port is in use or not permitted */
export async function requireFreePort(request: PortRequest): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  let code = await tryPort(request);
  while (code === 'EADDRINUSE' && Date.now() < deadline) {
    await wait(100);
    code = await tryPort(request);
  }
  if (code !== null) throw new Error(sentence(code, request));
}

function sentence(code: string, { what, host, port, setting }: PortRequest): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} for ${what} is already in use: stop the program that uses it, or set ${setting} to another port.`;
  }
  if (code === 'EACCES') return `This account may not use port ${port} for ${what}: set ${setting} to another port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is not an address of this machine: set HOST.`;
  return `${what} cannot listen on ${host}, port ${port} (${code}).`;
}

/** A port of this machine that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** @returns the error's code; null if the port is free */
function tryPort({ host, port }: PortRequest): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
}
