import { randomBytes } from 'node:crypto';

import { expect, test } from 'vitest';

import { Secret } from '#server/platform/secret.ts';

import { seal, unseal } from './sealed-file.ts';

const key = new Secret('a passphrase of the tests');

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const joined = async (chunks: AsyncIterable<Buffer>): Promise<Buffer> => Buffer.concat(await Array.fromAsync(chunks));
/** The full cost takes half a second for each file that is written or read; the format is the same. */
const lowCost = { N: 2 ** 4, r: 8, p: 1 };
const sealed = (plain: Buffer): Promise<Buffer> => joined(seal(key, chunksOf(plain, 70_001), lowCost));
const opened = (file: Buffer, by = key): Promise<Buffer> => joined(unseal(by, chunksOf(file, 50_021)));

test.each([0, 1, 2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1, 3 * 2 ** 20])('%i bytes come back', async (size) => {
  const plain = randomBytes(size);
  const file = await sealed(plain);
  expect(plain.equals(await opened(file))).toBe(true);
  if (size > 32) expect(file.includes(plain.subarray(0, 32))).toBe(false);
});

test('without another cost, a guess at the passphrase takes 128 MB', async () => {
  const file = await joined(seal(key, chunksOf(Buffer.alloc(100), 100)));
  expect(file.toString('latin1', 0, file.indexOf('\n'))).toContain('"scrypt":{"N":131072,"r":8,"p":1}');
  expect(await opened(file)).toHaveLength(100);
});

test('two files with the same content and passphrase have nothing in common', async () => {
  const plain = Buffer.alloc(100);
  const [one, other] = [await sealed(plain), await sealed(plain)];
  expect(one.subarray(-116).equals(other.subarray(-116))).toBe(false);
});

test('a wrong passphrase, and another file, are told apart and say what to do', async () => {
  const file = await sealed(randomBytes(10));
  await expect(opened(file, new Secret('a guess of more than twenty'))).rejects.toThrow('BACKUP_KEY does not open');
  await expect(opened(Buffer.from('{"name":"askline"}\n'))).rejects.toThrow('not a backup');
  await expect(opened(Buffer.alloc(5000))).rejects.toThrow('not a backup');
});

test('a file that is cut off anywhere is refused', async () => {
  const file = await sealed(randomBytes(2 ** 21 + 5));
  const ends = [200, 2 ** 20, 2 ** 20 + 300, file.length - 30, file.length - 1];
  for (const end of ends) await expect(opened(file.subarray(0, end))).rejects.toThrow('cut off');
  // Exactly after a frame: what is there is sound, and not all.
  const header = file.indexOf('\n') + 1;
  await expect(opened(file.subarray(0, header + 4 + 2 ** 20 + 16))).rejects.toThrow('cut off');
});

test('a changed byte, changed parameters, exchanged frames and added bytes are refused', async () => {
  const file = await sealed(randomBytes(2 ** 21 + 5));
  const header = file.indexOf('\n') + 1;
  const frame = 4 + 2 ** 20 + 16;
  const [first, second, rest] = [
    file.subarray(header, header + frame),
    file.subarray(header + frame, header + 2 * frame),
    file.subarray(header + 2 * frame),
  ];
  const flipped = Buffer.from(file);
  flipped[header + frame + 500]! ^= 1;
  await expect(opened(flipped)).rejects.toThrow('changed or damaged');
  const exchanged = Buffer.concat([file.subarray(0, header), second, first, rest]);
  await expect(opened(exchanged)).rejects.toThrow('BACKUP_KEY does not open');
  await expect(opened(Buffer.concat([file.subarray(0, header), first, rest]))).rejects.toThrow('changed or damaged');
  await expect(opened(Buffer.concat([file, Buffer.alloc(3)]))).rejects.toThrow('more than it should');
  const cheap = Buffer.concat([Buffer.from(file.subarray(0, header).toString().replace('"N":16', '"N":32')), first]);
  await expect(opened(cheap)).rejects.toThrow('BACKUP_KEY does not open');
});
