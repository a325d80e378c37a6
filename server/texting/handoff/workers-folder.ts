import { join } from 'node:path';

/** The folder of the workers' sockets: for the product's own user only. */
export function workersFolder(dataDir: string): string {
  return join(dataDir, 'workers');
}

/** The socket of a worker. A path of a socket may have 107 bytes (unix(7)), so its name is short. */
export function socketPath(dataDir: string, owner: string): string {
  return join(workersFolder(dataDir), `${owner.slice(0, 8)}.sock`);
}
