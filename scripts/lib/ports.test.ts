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

test('a port that stays taken is named in one sentence, with the setting that moves it', async () => {
  const { port, leave } = await occupy();
  await expect(requireFreePort({ ...site, port })).rejects.toThrow(
    `Port ${port}, where the site is to listen, is already in use: stop what runs there, or set PORT to another.`,
  );
  await leave();
});

test('a port whose user is about to leave is waited for', async () => {
  const { port, leave } = await occupy();
  const free = requireFreePort({ ...site, port });
  await leave();
  await expect(free).resolves.toBeUndefined();
});

test('an address of another machine is refused with a sentence', async () => {
  await expect(requireFreePort({ ...site, host: '192.0.2.1', port: 3000 })).rejects.toThrow(
    'not an address of this machine',
  );
});
