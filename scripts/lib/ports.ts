import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A server that was told to end a moment ago closes its port first, but not in no time. */
const PATIENCE_MS = 2000;

/** Who wants to listen where, and the setting that moves it. */
export type Wish = { readonly what: string; readonly host: string; readonly port: number; readonly setting: string };

/** @throws with one clear sentence when something else listens there, or we may not */
export async function requireFreePort(wish: Wish): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  let code = await tryPort(wish);
  while (code === 'EADDRINUSE' && Date.now() < deadline) {
    await wait(100);
    code = await tryPort(wish);
  }
  if (code !== null) throw new Error(sentence(code, wish));
}

function sentence(code: string, { what, host, port, setting }: Wish): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port}, where ${what} is to listen, is already in use: stop what runs there, or set ${setting} to another.`;
  }
  if (code === 'EACCES')
    return `Port ${port}, where ${what} is to listen, is not allowed to this account: set ${setting}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is not an address of this machine: set HOST.`;
  return `${what} cannot listen on ${host}, port ${port} (${code}).`;
}

/** @returns the error's code; null when the port is free */
function tryPort({ host, port }: Wish): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
}
