import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

import { expect, test } from 'vitest';

import { requireFreePort } from './ports.ts';

const site = { what: 'the site', host: '127.0.0.1', setting: 'PORT' };

async function occupy(): Promise<{ port: number; leave: () => Promise<unknown> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const leave = (): Promise<unknown> => once(server.close(), 'close');
  return { port: (server.address() as AddressInfo).port, leave };
}

test('a port that stays in use is reported with the setting that changes it', async () => {
  const { port, leave } = await occupy();
  await expect(requireFreePort({ ...site, port })).rejects.toThrow(
    `Port ${port} for the site is already in use: stop the program that uses it, or set PORT to another port.`,
  );
  await leave();
});

test('a port that is being released is waited for', async () => {
  const { port, leave } = await occupy();
  const free = requireFreePort({ ...site, port });
  await leave();
  await expect(free).resolves.toBeUndefined();
});

test('an address of another machine is refused with a message', async () => {
  await expect(requireFreePort({ ...site, host: '192.0.2.1', port: 3000 })).rejects.toThrow(
    'not an address of this machine',
  );
});
