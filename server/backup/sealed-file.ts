import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

import { z } from 'zod';

import type { Secret } from '#server/platform/secret.ts';

import { BackupError } from './backup-error.ts';
import { ByteReader } from './byte-reader.ts';

/**
 * An encrypted file, written and read as a stream: a line with the parameters, then frames of at most a megabyte, each
 * under AES-256-GCM. The key is made of the passphrase and a new salt by scrypt, so it is new for each file, and a counter
 * is a sufficient nonce. A frame's tag covers the first line, its place and whether it is the last one: frames cannot be
 * changed, reordered, left out or cut off (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015).
 */
const magic = 'ASKLINE-BACKUP';
const frameBytes = 2 ** 20;
const tagBytes = 16;
const headerCharsMax = 1000;
/** The highest bit of a frame's length marks the last frame. */
const lastBit = 0x8000_0000;

/** 128 MB and half a second for each guess at a passphrase (RFC 7914). */
const fullCost: Cost = { N: 2 ** 17, r: 8, p: 1 };
const headerSchema = z.object({
  version: z.literal(1),
  salt: z.base64().min(20).max(100),
  scrypt: z.object({
    N: z
      .int()
      .min(2)
      .max(2 ** 20),
    r: z.int().min(1).max(16),
    p: z.int().min(1).max(4),
  }),
});
type Cost = z.infer<typeof headerSchema>['scrypt'];

const deriveKey = promisify<string, Buffer, number, object, Buffer>(scrypt);

function keyOf(passphrase: Secret, salt: Buffer, params: Cost): Promise<Buffer> {
  return deriveKey(passphrase.reveal().normalize('NFC'), salt, 32, { ...params, maxmem: 256 * params.N * params.r });
}

function nonceOf(place: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(place), 4);
  return nonce;
}

function coveredOf(headerHash: Buffer, isLast: boolean): Buffer {
  return Buffer.concat([headerHash, Buffer.from([Number(isLast)])]);
}

/**
 * Encrypts a stream of bytes with a passphrase. @returns the bytes of the file
 * @param cost of a guess at the passphrase; tests of the format take a lower one
 */
export async function* seal(
  passphrase: Secret,
  plain: AsyncIterable<Buffer>,
  cost: Cost = fullCost,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(16);
  const header = `${magic} ${JSON.stringify({ version: 1, salt: salt.toString('base64'), scrypt: cost })}`;
  const headerHash = createHash('sha256').update(header).digest();
  const key = await keyOf(passphrase, salt, cost);
  yield Buffer.from(`${header}\n`);
  let place = 0;
  const frame = (data: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(place));
    place += 1;
    cipher.setAAD(coveredOf(headerHash, isLast));
    const length = Buffer.alloc(4);
    length.writeUInt32BE((data.length | (isLast ? lastBit : 0)) >>> 0);
    return Buffer.concat([length, cipher.update(data), cipher.final(), cipher.getAuthTag()]);
  };
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of plain) {
    held.push(chunk);
    size += chunk.length;
    if (size < frameBytes) continue;
    let all = Buffer.concat(held);
    for (; all.length > frameBytes; all = all.subarray(frameBytes)) yield frame(all.subarray(0, frameBytes), false);
    held = [all];
    size = all.length;
  }
  yield frame(Buffer.concat(held), true);
}

const damagedRemedy = 'Copy it again from where it is kept, or take another backup.';

/**
 * Decrypts what `seal` made. No byte is given out before its frame was verified.
 * @throws {BackupError} for another file, a wrong passphrase, and a file that was changed or cut off
 */
export async function* unseal(passphrase: Secret, file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const reader = new ByteReader(file);
  const header = await reader.readLine(headerCharsMax);
  const params = header?.startsWith(`${magic} `) === true ? parseHeader(header.slice(magic.length + 1)) : null;
  if (header === null || params === null) {
    throw new BackupError('This is not a backup that this release can read.', 'Name a file that npm run backup made.');
  }
  const headerHash = createHash('sha256').update(header).digest();
  const key = await keyOf(passphrase, Buffer.from(params.salt, 'base64'), params.scrypt);
  for (let place = 0; ; place += 1) {
    const length = (await reader.read(4))?.readUInt32BE();
    if (length === undefined) throw cutOff();
    const isLast = length >= lastBit;
    const data = await reader.read((isLast ? length - lastBit : length) + tagBytes);
    if (data === null) throw cutOff();
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(place));
    decipher.setAAD(coveredOf(headerHash, isLast));
    decipher.setAuthTag(data.subarray(data.length - tagBytes));
    const plain = decipher.update(data.subarray(0, data.length - tagBytes));
    try {
      decipher.final();
    } catch (cause) {
      throw place === 0 ? wrongKey(cause) : new BackupError('The backup was changed or damaged.', damagedRemedy);
    }
    yield plain;
    if (!isLast) continue;
    if (!(await reader.isOver()))
      throw new BackupError('The backup was changed: it has more than it should.', damagedRemedy);
    return;
  }
}

function parseHeader(json: string): z.infer<typeof headerSchema> | null {
  try {
    return headerSchema.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

function wrongKey(cause: unknown): BackupError {
  const remedy = 'Set BACKUP_KEY to the one it was made with; if it is, take another copy of the backup.';
  return new BackupError('BACKUP_KEY does not open this backup, or its beginning was damaged.', remedy, { cause });
}

function cutOff(): BackupError {
  return new BackupError('The backup is cut off.', damagedRemedy);
}
